"""Ways that a value can go and come back: each is the body of a function that returns 2 exactly if v is. If a way loses the value without a
question, no run is made in which it is 2 (tests/e2e/follow_test.py)."""

HEAD = r"""#include <atomic>
#include <any>
#include <array>
#include <bit>
#include <cassert>
#include <charconv>
#include <coroutine>
#include <csetjmp>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cwchar>
#include <cmath>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <unordered_map>
#include <variant>
#include <vector>
#include <list>
#include <deque>
#include <algorithm>
#include <malloc.h>
#include <mutex>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>
#include <search.h>
#include <complex>
#include <regex>
#include <system_error>
#include <exception>
static std::atomic<int> x;
#define NI __attribute__((noinline))
#define HIDE(p) asm("" : "+r"(p))

struct Pair { int a, b; };
struct Big { int a[20]; };
struct Bits { unsigned a : 3, b : 7, c : 5; };
struct V { virtual ~V() {} virtual int get(int) { return 0; } };
struct V2 : V { int get(int v) override { return v; } };
static int cmp_int(const void* a, const void* b) { return *(const int*)a - *(const int*)b; }
static int cmp_pair(const void* a, const void* b) { return ((const Pair*)a)->b - ((const Pair*)b)->b; }
NI static int vararg(int n, ...) { va_list l; va_start(l, n); int s = 0; for (int i = 0; i < n; i++) s = va_arg(l, int); va_end(l); return s; }
NI static int vararg_struct(int n, ...) { va_list l; va_start(l, n); Big p = va_arg(l, Big); va_end(l); return p.a[3]; }
NI static int by_value(Big b) { return b.a[7]; }
NI static Big big_result(int v) { Big b{}; b.a[9] = v; return b; }
NI static Pair pair_result(int v) { return {v, 1}; }
NI static int sum20(int a,int b,int c,int d,int e,int f,int g,int h,int i,int j,int k,int l,int m,int n,int o,int p,int q,int r,int s,int t,int u,int v,int w,int y,int z){ return z+a+b+c+d+e+f+g+h+i+j+k+l+m+n+o+p+q+r+s+t+u+v+w+y; }
struct Task { struct promise_type { int value; Task get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
  std::suspend_always initial_suspend() noexcept { return {}; } std::suspend_always final_suspend() noexcept { return {}; }
  void return_value(int v) { value = v; } std::suspend_always yield_value(int v) { value = v; return {}; } void unhandled_exception() {} };
  std::coroutine_handle<promise_type> h; };
static Task coro(int v) { co_yield v + 1; co_return v; }
static thread_local int tl; static thread_local struct TL { int v[4]; } tls;
typedef int v4 __attribute__((vector_size(16)));
typedef long v2 __attribute__((vector_size(16)));
static int* leaked;
struct Err { int code; Err(int c) : code(c) {} virtual ~Err() {} };
struct Err2 : Err { using Err::Err; };
static jmp_buf jb;
NI static void jumper(int v) { longjmp(jb, v + 10); }
template <int N> NI static int rec(int v) { if constexpr (N == 0) return v; else return rec<N - 1>(v) + 0; }
static int (*volatile table[4])(int) = {[](int v) { return 0; }, [](int v) { return 1; }, [](int v) { return 2; }, [](int v) { return 3; }};
"""

WAYS = [
    r'''double d = v; return (int)(d * 1.5) == 3 ? 2 : 0;''',
    r'''return table[v & 3](v);''',
    r'''try { if (v == 1) throw 1.0; throw v; } catch (int c) { return c; } catch (double) { return 1; }''',
    r'''int s[3] = {v, 1, 2}; qsort(s, 3, sizeof *s, cmp_int); return s[1] == 2 && s[2] == 2 ? 2 : 0;''',
    r'''volatile int got = setjmp(jb); if (got == 0) jumper(v); return got - 10;''',
    r'''char* b = (char*)malloc((size_t)v * 64 + 1); size_t n = malloc_usable_size(b); free(b); return n >= 129 && n < 192 ? 2 : 0;''',
    r'''char t[16]; snprintf(t, sizeof t, "<%d>", v); return strcmp(t, "<2>") == 0 ? 2 : 0;''',
    r'''char t[200]; memset(t, 'a', 199); t[199] = 0; t[150] = (char)('0' + v); return strchr(t, '2') ? 2 : 0;''',
    r'''char t[200], u[200]; memset(t, 'a', 199); t[199] = 0; memcpy(u, t, 200); u[150] = '2'; t[150] = (char)('0' + v); return strcmp(t, u) == 0 ? 2 : 0;''',
    r'''int* s = (int*)malloc(100 * sizeof *s); for (int i = 0; i < 100; i++) s[i] = 100 - i; s[70] = v * 1000; qsort(s, 100, sizeof *s, cmp_int); int r = s[99] == 2000 ? 2 : 0; free(s); return r;''',
    r'''Pair s[40]; for (int i = 0; i < 40; i++) s[i] = {i, 40 - i}; s[35].a = v; qsort(s, 40, sizeof *s, cmp_pair); return s[4].a == 2 ? 2 : 0;''',
    r'''return vararg(3, 0, 0, v);''',
    r'''return vararg(12, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, v);''',
    r'''Big b{}; b.a[3] = v; return vararg_struct(1, b);''',
    r'''Big b{}; b.a[7] = v; return by_value(b);''',
    r'''return big_result(v).a[9];''',
    r'''return pair_result(v).a;''',
    r'''return sum20(0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,v);''',
    r'''unsigned __int128 w = (unsigned __int128)v << 70; volatile unsigned __int128 k = w; return (int)(k >> 70);''',
    r'''v4 q = {0, v, 0, 0}; v4 o = q + q; volatile int i = 1; return o[i] == 4 ? 2 : 0;''',
    r'''Bits b{}; b.b = (unsigned)v; b.c = 3; volatile Bits c; *(Bits*)&c = b; return c.b;''',
    r'''int* p = (int*)malloc(8); p[0] = v; p = (int*)realloc(p, 5000); int r = p[0]; free(p); return r;''',
    r'''std::function<int(int)> f = [v](int k) { return v + k; }; return f(0);''',
    r'''std::optional<int> o; if (v >= 0) o = v; return *o;''',
    r'''std::variant<int, std::string> o = v; return std::get<int>(o);''',
    r'''std::string s = std::to_string(v); return s == "2" ? 2 : 0;''',
    r'''std::ostringstream o; o << v; return o.str() == "2" ? 2 : 0;''',
    r'''std::string s(100, 'a'); s[90] = (char)('0' + v); return s.find('2') != std::string::npos ? 2 : 0;''',
    r'''std::map<int, int> m; m[v] = 7; m[5] = 6; return m.count(2) ? 2 : 0;''',
    r'''std::unordered_map<int, int> m; m[v] = 7; return m.count(2) ? 2 : 0;''',
    r'''std::map<int, int> m; m[1] = v; m[2] = 4; m[0] = 3; return m[1];''',
    r'''std::vector<int> m; for (int i = 0; i < 20; i++) m.push_back(v + i); std::sort(m.begin(), m.end()); return m[0];''',
    r'''auto p = std::make_shared<int>(v); std::weak_ptr<int> w = p; return *w.lock();''',
    r'''Task t = coro(v); t.h.resume(); int a = t.h.promise().value; t.h.resume(); int r = t.h.promise().value; t.h.destroy(); return a == 3 ? r : 0;''',
    r'''tl = v; return tl;''',
    r'''tls.v[2] = v; TL copy = tls; return copy.v[2];''',
    r'''int r = 0; std::thread t([&r, v] { r = v; }); t.join(); return r;''',
    r'''int* p = new int(v); int r = 0; std::thread t([p, &r] { r = *p; }); t.join(); delete p; return r;''',
    r'''pthread_t t; void* r; pthread_create(&t, 0, [](void* p) -> void* { return p; }, (void*)(long)v); pthread_join(t, &r); return (int)(long)r;''',
    r'''struct A { int v; int r; } a{v, 0}; pthread_t t; pthread_create(&t, 0, [](void* p) -> void* { ((A*)p)->r = ((A*)p)->v; return 0; }, &a); pthread_join(t, 0); return a.r;''',
    r'''try { throw std::runtime_error(std::string("n") + (char)('0' + v)); } catch (std::exception& e) { return strcmp(e.what(), "n2") == 0 ? 2 : 0; }''',
    r'''try { if (v == 2) throw Err2(v); throw Err(v); } catch (Err2& e) { return 2; } catch (Err& e) { return e.code == 2; }''',
    r'''try { throw Err2(v); } catch (Err& e) { return e.code; }''',
    r'''std::exception_ptr p; try { throw Err2(v); } catch (...) { p = std::current_exception(); } try { std::rethrow_exception(p); } catch (Err& e) { return e.code; }''',
    r'''return dynamic_cast<V2*>(v == 2 ? std::unique_ptr<V>(new V2).get() : std::unique_ptr<V>(new V).get()) ? 2 : 0;''',
    r'''V a; V2 b; V* p[4] = {&a, &a, &b, &a}; return p[v & 3]->get(2);''',
    r'''char a[64] = {0}, b[64]; memset(b, 1, 64); memcpy(a, b, (size_t)v * 8); return a[15] && !a[16] ? 2 : 0;''',
    r'''char a[64] = {0}; memset(a, 1, (size_t)v * 8); return a[15] && !a[16] ? 2 : 0;''',
    r'''int w = 0; sscanf("7 8 9", v == 2 ? "%*d %d" : "%d", &w); return w == 8 ? 2 : 0;''',
    r'''char t[100]; memset(t, ' ', 100); t[80] = (char)('0' + v); t[99] = 0; int w = 0; sscanf(t, "%d", &w); return w;''',
    r'''char t[4] = {(char)('0' + v), 0}; return atoi(t);''',
    r'''char t[100]; memset(t, ' ', 100); t[80] = (char)('0' + v); t[99] = 0; return (int)strtol(t, nullptr, 10);''',
    r'''int e; frexp(1 << v, &e); return e == 3 ? 2 : 0;''',
    r'''std::complex<double> c(v, 1); return std::abs(c - std::complex<double>(2, 1)) < 0.1 ? 2 : 0;''',
    r'''sem_t s; sem_init(&s, 0, (unsigned)v); int n; sem_getvalue(&s, &n); return n;''',
    r'''struct timespec t = {v, 0}; struct timespec a, b; clock_gettime(CLOCK_MONOTONIC, &a); nanosleep(&t, 0); clock_gettime(CLOCK_MONOTONIC, &b); long d = b.tv_sec - a.tv_sec; return d == 2 ? 2 : 0;''',
    r'''struct tm t = {}; t.tm_year = 100 + v; t.tm_mday = 1; return timegm(&t) == 1009843200 ? 2 : 0;''',
    r'''char t[8], *p = t; p = (char*)std::to_chars(t, t + 8, v).ptr; return p - t == 1 && t[0] == '2' ? 2 : 0;''',
    r'''std::any a = v; return std::any_cast<int>(a);''',
    r'''std::list<int> l; l.push_back(1); l.push_back(v); l.sort(); return l.back() == 2 ? 2 : 0;''',
    r'''std::deque<int> d; for (int i = 0; i < 200; i++) d.push_back(v); return d[150];''',
    r'''std::vector<int> m(40, 1); m[33] = v; std::vector<int> n = m; return n[33];''',
    r'''wchar_t t[100]; for (auto& c : t) c = L'a'; t[99] = 0; t[90] = L'0' + v; return wcschr(t, L'2') ? 2 : 0;''',
    r'''int64_t w[2] = {v, 1}; v2 q; memcpy(&q, w, 16); v2* h = (v2*)malloc(16); *h = q; int r = (int)((int64_t*)h)[0]; free(h); return r;''',
    r'''int* h = (int*)aligned_alloc(16, 16); HIDE(h); h[0] = 0; h[1] = v; h[2] = 0; h[3] = 0; v4 q = *(v4*)h; v4* g = (v4*)aligned_alloc(16, 16); HIDE(g); *g = q; int r = ((int*)g)[1]; free(h); free(g); return r;''',
    r'''double* h = (double*)malloc(8); HIDE(h); *(int64_t*)h = v; double d = *h; HIDE(h); double* g = (double*)malloc(8); HIDE(g); *g = d; int r = (int)*(int64_t*)g; free(h); free(g); return r;''',
    r'''float f = std::bit_cast<float>(v); volatile float g = f; return std::bit_cast<int>((float)g);''',
    r'''int r = v; asm volatile("addl $1, %0" : "+r"(r)); return r - 1;''',
    r'''return rec<20>(v);''',
    r'''std::atomic<int> mine; mine = 0; mine.fetch_add(v); mine ^= 0; int e = v; mine.compare_exchange_strong(e, e + 1); return mine - 1;''',
    r'''std::atomic<Pair> mine; mine = Pair{v, 1}; return mine.load().a;''',
    r'''struct alignas(16) P2 { int64_t a, b; }; std::atomic<P2> mine; mine = P2{v, 1}; return (int)mine.load().a;''',
    r'''struct Odd { char c[3]; }; std::atomic<Odd> mine; Odd o{}; o.c[1] = (char)v; mine = o; return mine.load().c[1];''',
    r'''std::string s(30, 'x'); s += (char)('0' + v); std::string t = s; t.append(s); return t.back() == '2' ? 2 : 0;''',
    r'''div_t d = div(v, 1); return d.quot;''',
    r'''int r = v; return __builtin_add_overflow(r, 1 << 30, &r) ? 0 : r - (1 << 30);''',
    r'''uint8_t k[9] = {0}; uint64_t w = (uint64_t)v; memcpy(k + 1, &w, 8); uint64_t r; memcpy(&r, k + 1, 8); return (int)r;''',
    r'''return std::regex_match(std::string(1, (char)('0' + v)), std::regex("2")) ? 2 : 0;''',
    r'''struct timespec t = {0, 0}; t.tv_nsec = v; struct timespec u = t; char b[64]; snprintf(b, sizeof b, "%ld", u.tv_nsec); return b[0] == '2' ? 2 : 0;''',
    r'''static int k[3]; k[0] = v; leaked = k; return leaked[0];''',
    r'''char* d = nullptr; int n = asprintf(&d, "%0100d", v); int r = d[99] == '2' ? 2 : 0; free(d); return n == 100 ? r : 0;''',
    r'''char t[100]; memset(t, 'a', 99); t[99] = 0; t[80] = (char)('0' + v); char* d = strdup(t); int r = d[80] == '2' ? 2 : 0; free(d); return r;''',
    r'''char t[100]; memset(t, 'a', 99); t[99] = 0; t[80] = (char)('0' + v); char* d = 0; if (asprintf(&d, "%s", t) < 0) return 0; int r = d[80] == '2' ? 2 : 0; free(d); return r;''',
    r'''char t[100]; memset(t, 'a', 99); t[99] = 0; t[80] = (char)('0' + v); std::string s(t); return s[80] == '2' ? 2 : 0;''',
    r'''char t[100]; memset(t, 'a', 99); t[99] = 0; t[80] = (char)('0' + v); try { throw std::runtime_error(t); } catch (std::exception& e) { return e.what()[80] == '2' ? 2 : 0; }''',
    r'''std::string t(99, 'a'); t[80] = (char)('0' + v); try { throw std::runtime_error(t); } catch (std::exception& e) { return e.what()[80] == '2' ? 2 : 0; }''',
    r'''std::stringstream o; o << 1 << ' ' << v; int a, b; o >> a >> b; return b;''',
    r'''int key[20] = {0}; for (int i = 0; i < 20; i++) key[i] = i; key[18] = v * 100; int k = 200; return lfind(&k, key, &(size_t&)*new size_t(20), 4, cmp_int) ? 2 : 0;''',
    r'''int key[20]; for (int i = 0; i < 20; i++) key[i] = i; int k = v + 100; key[19] = 102; return bsearch(&k, key, 20, 4, cmp_int) ? 2 : 0;''',
    r'''int (*f)(int) = [](int w) { return w; }; HIDE(f); return f(v);''',
    r'''return std::invoke(&V2::get, V2(), v);''',
    r'''auto t = std::make_tuple(v, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17); auto u = t; return std::get<0>(u);''',
    r'''unsigned u = (unsigned)v; return (int)std::rotl(u, 3) >> 3;''',
    r'''return std::clamp(v, 0, 3) * (v < 3) ;''',
    r'''uint8_t b = (uint8_t)v; b = (uint8_t)(b << 6); return b == 128 ? 2 : 0;''',
    r'''bool a = v & 1, b = v >> 1 & 1; bool arr[2] = {a, b}; volatile bool c = arr[1]; return c && !a ? 2 : 0;''',
    r'''int r = 8 / (v + 1); return r == 2 && v == 2 ? 2 : 0;''',
]

MAIN = """
int main(int, char** words) {
  const int way = atoi(words[1]);
  std::thread writer([] { for (int i = 1; i < 4; ++i) x = i; });
  int seen = ways[way](x);
  assert(seen != 2);
  writer.join();
}
"""


def source():
    """All of them: the first argument says which it is."""
    text = HEAD + "".join(f"NI static int way{i}(int v) {{\n  {body}\n  return 0;\n}}\n" for i, body in enumerate(WAYS))
    return text + f"static int (*const ways[])(int) = {{{', '.join(f'way{i}' for i in range(len(WAYS)))}}};\n" + MAIN
