"""Ways that a value can go in a program of tools/fuzz-follow: each statement takes it from COME, lets it go that way, and writes what comes
out to GO. What the code that follows values does not see must have been asked."""

C = [
    # The C library reads, moves and writes private memory.
    "{ int32_t s[5] = {3, 1, 4, 1, 5}; s[1] = COME; qsort(s, 5, sizeof *s, by_number); GO = s[K % 5]; }",
    "{ struct pair s[9]; memset(s, 0, sizeof s); for (int i = 0; i < 9; ++i) s[i].a = 9 - i; s[3].c = COME; qsort(s, 9, sizeof *s, by_first); GO = s[5].c; }",
    "{ char t[120]; memset(t, 'a', 119); t[119] = 0; t[90] = (char)('a' + (COME & 3)); GO = strlen(t) + strcspn(t, \"c\"); }",
    "{ char t[120], u[120]; memset(t, 'a', 119); t[119] = 0; strcpy(u, t); u[100] = 'b'; t[100] = (char)('a' + (COME & 3)); GO = strcmp(t, u) == 0; }",
    "{ char t[40]; snprintf(t, sizeof t, \"%d\", (int)(COME & 15)); GO = atoi(t) + 1; }",
    "{ int32_t w = COME; sscanf(\"3\", \"%d\", &w); GO = w + 1; }",
    "{ char t[24]; memset(t, 0, sizeof t); t[K % 20] = (char)COME; GO = memchr(t, 3, sizeof t) != 0; }",
    "{ uint8_t t[24]; memset(t, 1, sizeof t); t[4] = (uint8_t)COME; memmove(t + 2, t, 16); GO = t[6]; }",
    # Allocation.
    "{ uint64_t *p = (uint64_t*)malloc(16); p[1] = COME; p = (uint64_t*)realloc(p, 400); GO = p[1]; free(p); p = (uint64_t*)calloc(2, 8); GO += p[1]; free(p); }",
    "{ uint8_t k = COME & 3, *p = (uint8_t*)malloc(k + 1); p[k] = 7; GO = p[k]; free(p); }",
    "{ int n = (int)(COME & 3) + 1; uint32_t v[n]; v[n - 1] = COME; GO = v[n - 1] + n; }",
    # Calls.
    "GO = last_of(3, (int)COME, 4, (int)(COME & 7));",
    "GO = last_of(12, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, (int)COME);",
    "{ struct wide w; memset(&w, 0, sizeof w); w.n[K % 20] = COME; GO = take_wide(w, K % 20) + w.n[K % 20]; }",
    "GO = make_wide(COME).n[5];",
    "{ jmp_buf j; volatile uint32_t n = COME; int k = setjmp(j); if (k == 0) { n += 2; longjmp(j, (int)(COME & 3) + 1); } GO = n + k; }",
    # Kinds of values.
    "{ double d = (double)(int32_t)COME; GO = (int64_t)(d * 0.5); }",
    "{ unsigned __int128 w = (unsigned __int128)COME << 65 | COME; GO = (uint64_t)(w >> 65) ^ (uint64_t)w; }",
    "{ v4 q = {1, 2, 3, 4}; q[K % 4] = (int)COME; q = q * 3 + 1; GO = q[K % 4] + q[0]; }",
    "{ struct bits b; memset(&b, 0, sizeof b); b.b = COME; b.c = 3; GO = b.b + b.a; }",
    "{ static __thread uint32_t mine; mine += COME; GO = mine; }",
    "{ int32_t r; GO = __builtin_add_overflow((int32_t)COME, 0x7ffffff0, &r) ? 1 : r; }",
    "{ uint32_t u = COME; GO = u << 3 | u >> 29; }",
    "{ uint64_t w[2] = {COME, 1}; unsigned __int128 t; memcpy(&t, w, 16); unsigned __int128 volatile u = t; memcpy(w, (void*)&u, 16); GO = w[0]; }",
    "{ int8_t d = (int8_t)(COME & 3); if (d) GO = 12 / d + (int32_t)(COME & 255) % d; }",
]

CXX = [
    "{ auto f = [v = (uint64_t)COME](uint64_t k) { return v + k; }; std::function<uint64_t(uint64_t)> g = f; GO = g(1); }",
    "{ std::optional<uint32_t> o; if (COME & 1) o = COME; GO = o.value_or(7); }",
    "{ std::variant<uint32_t, std::string> o; o = (uint32_t)COME; if (COME & 1) o = std::string(\"text\"); GO = o.index() ? 3 : std::get<0>(o); }",
    "{ std::vector<uint32_t> v; for (int i = 0; i < 6; ++i) v.push_back((uint32_t)COME + i); std::sort(v.begin(), v.end(), [](auto a, auto b) { return a > b; }); GO = v[2]; }",
    "{ std::vector<uint64_t> v(5, 1); v[2] = COME; auto w = v; v.assign(5, 3); GO = w[2] + v[2]; }",
    "{ std::string s = std::to_string((int)(COME & 31)); s += \"1\"; GO = s.size() + (s == \"51\"); }",
    "{ std::map<uint32_t, uint32_t> m; m[3] = COME; m[COME & 3] = 4; GO = m[3] + m.size(); }",
    "{ std::unordered_map<uint32_t, uint32_t> m; m[COME & 7] = 4; m[9] = COME; GO = m.count(2) + m[9]; }",
    "{ auto p = std::make_shared<uint64_t>(COME); std::weak_ptr<uint64_t> w = p; auto q = p; p.reset(); GO = *w.lock(); }",
    "{ auto p = std::make_unique<Shape>(COME); std::unique_ptr<Shape> q = COME & 1 ? std::move(p) : std::make_unique<Square>(3); GO = q->area(2); }",
    "try { if (COME & 1) throw (int)COME; throw Trouble(COME); } catch (int i) { GO = i; } catch (const Trouble& t) { GO = t.code + 1; }",
    "try { throw std::runtime_error(std::string(1, (char)('a' + (COME & 3)))); } catch (const std::exception& e) { GO = e.what()[0]; }",
    "{ std::exception_ptr p; try { throw Trouble(COME); } catch (...) { p = std::current_exception(); } try { std::rethrow_exception(p); } catch (const Trouble& t) { GO = t.code; } }",
    "{ auto t = std::make_tuple((uint8_t)COME, (uint64_t)COME, 3); auto [a, b, c] = t; GO = a + b + c; }",
    "{ std::array<uint16_t, 12> a{}; a[K % 12] = COME; auto b = a; std::reverse(b.begin(), b.end()); GO = b[11 - K % 12]; }",
    "{ std::list<uint32_t> l{5, (uint32_t)COME, 3}; l.sort(); GO = l.front(); }",
    "{ std::deque<uint32_t> d; for (int i = 0; i < 5; ++i) d.push_front(COME); GO = d[3]; }",
    "{ Generator g = count_from(COME); g.handle.resume(); uint64_t first = g.handle.promise().value; g.handle.resume(); GO = first + g.handle.promise().value; g.handle.destroy(); }",
    "GO = std::clamp<uint64_t>(COME, 2, 9) + std::max<uint64_t>(COME, 4);",
    "{ std::ostringstream o; o << (COME & 15) << 'x'; GO = o.str().size() + o.str()[0]; }",
    "{ uint64_t a = COME, b = 5; std::swap(a, b); uint64_t& r = COME & 1 ? a : b; r += 2; GO = a * 3 + b; }",
    "{ static thread_local std::vector<uint32_t> mine; mine.push_back(COME); if (mine.size() > 3) mine.clear(); GO = mine.empty() ? 1 : mine.back(); }",
]

C_HEAD = """#include <assert.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdarg.h>
"""
CXX_HEAD = """#include <algorithm>
#include <array>
#include <coroutine>
#include <deque>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <tuple>
#include <unordered_map>
#include <variant>
#include <vector>
"""
C_HELPERS = """
struct pair { int32_t a; uint16_t b; int64_t c; };
struct wide { uint64_t n[20]; };
struct bits { unsigned a : 3, b : 7, c : 5; };
typedef int v4 __attribute__((vector_size(16)));
static int by_number(const void* a, const void* b) { return (*(const int32_t*)a > *(const int32_t*)b) - (*(const int32_t*)a < *(const int32_t*)b); }
static int by_first(const void* a, const void* b) { return ((const struct pair*)a)->a - ((const struct pair*)b)->a; }
__attribute__((noinline)) static int last_of(int n, ...) { va_list l; va_start(l, n); int v = 0; while (n--) v = va_arg(l, int); va_end(l); return v; }
__attribute__((noinline)) static uint64_t take_wide(struct wide w, int i) { w.n[i] += 1; return w.n[i]; }
__attribute__((noinline)) static struct wide make_wide(uint64_t v) { struct wide w; memset(&w, 0, sizeof w); w.n[5] = v; return w; }
"""
CXX_HELPERS = """
struct Shape { uint64_t n; Shape(uint64_t n) : n(n) {} virtual ~Shape() {} virtual uint64_t area(uint64_t k) { return n + k; } };
struct Square : Shape { using Shape::Shape; uint64_t area(uint64_t k) override { return n * k; } };
struct Trouble { uint64_t code; Trouble(uint64_t c) : code(c) {} virtual ~Trouble() {} };
struct Generator {
  struct promise_type {
    uint64_t value = 0;
    Generator get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(uint64_t v) { value = v; return {}; }
    void return_void() {}
    void unhandled_exception() {}
  };
  std::coroutine_handle<promise_type> handle;
};
static Generator count_from(uint64_t v) { co_yield v; co_yield v + 1; }
"""
