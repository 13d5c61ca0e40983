"""What most programs for the pass are about: a rule of the pass's that little else needs, as the statements of one thread and those of the
others. Three quarters of these programs say nothing else, or threads would rarely meet where the rule matters.

What the standard library does to its own objects is optimised (pins.cpp), so a race on them need not look the same with and without
judgements: here locks guard them.
"""
import re

# A run ends with the finding that these are about; what would come behind it stays unseen (docs/visibility.md). So they come last.
ENDS_RUNS = re.compile(r"\b(hold|leak|hop|thrower|over|gone|g3)\b")

# While somebody looks, the pointer is not taken back, and the thread does not end.
FORGET = "pthread_mutex_lock(&m0); lp = 0; pthread_mutex_unlock(&m0);"
LOOK = "pthread_mutex_lock(&m0); see(gone()); pthread_mutex_unlock(&m0);"
SETS = ["a0 = K;", "see(a0);"]
TOPICS = [
    # results that nobody asks for
    (["see(pthread_barrier_wait(&b2) != 0);"], ["see(pthread_barrier_wait(&b2) != 0);"]),
    (["a0 = K;", "see(a0++);", "a0++;"], ["a0 = K;", "see(a0++);", "a0++;"]),
    # what a loop carries, and what the functions that it calls do
    (["{ while (a0 == 7 && !left(1)) ; while (!a0) if (more(1)) break; }"], SETS),
    (["{ while (a0 == 7 && !pong(1)) ; while (!a0) if (ping(1)) break; }"], ["see(a0);"]),
    (["{ while (a0 == 7 && !even(1)) ; while (!a0) if (odd(1)) break; see(a0); }"], SETS),
    (["while (!a0) if (hid()) break;", "while (!a0) if (even(2)) break;"], SETS),
    (["while (!a0) if (tab[r & 1]()) break;", "while (!a0) if (tab[a1 & 1]()) break;"], SETS),
    (["for (unsigned k = 0; !a0; k++) if (k == 1) poke();"], ["see(a0);"]),
    (["for (unsigned k = 0; !a0; k++) if (k == 1) a0 = 1;", "for (unsigned k = 0; !a0; k++) if (k == 1) { x1 = 1; break; }"], ["see(a0);"]),
    (["for (unsigned __int128 k = (unsigned)a1; !a0; k += (unsigned __int128)1 << 64) if (ct[(unsigned)((k >> 64) + k) & 3] == 2) break;"], SETS),
    (["{ char b[16] = \"\"; while (!a0 && strlen(b) < 6) strcat(b, a1 ? \"x\" : \"yz\"); see(strlen(b)); }"], SETS),
    (["for (int i = 0; i < 3; i++) while (a0 != 2) { if (x1 != 9) break; }"], SETS),
    (["{ int n = 0, g; while ((g = pthread_mutex_trylock(&m0)) && n++ < 1) ; if (!g) { x0 = K; pthread_mutex_unlock(&m0); } see(g + n); }"],
     ["pthread_mutex_lock(&m0); x0 = 2; pthread_mutex_unlock(&m0);"]),
    (["{ int n = 0; for (int i = 0; i < 16; i++) n += tl + i; see(n); assert(n > 9); }"], ["see(a0);"]),
    (["{ int n = 0; while (!a0) if (tl) break; else tl = 1; see(n); }", "while (!aa[0]) { if (aa[1] == 5) break; aa[1] = 5; }"], ["aa[0] = K;", *SETS]),
    (["while (!a0) if (lrand48() % 3 == 0) break;", "{ unsigned s = 1; while (!a0) if (rand_r(&s) % 3 == 0) break; }"], SETS),
    # memory of the processor's instructions, of blocks, of texts
    (["{ v4 c = w0; see(c[0] + c[3]); }", "{ v4 c = w0; see(c[1] + c[2]); }"], ["w0 = w0 + K;", "w0[K] = K;"]),
    (["{ v8 c = w1; see(c[5]); }"], ["w1 = (v8){K, K, K, K, K, K, K, K};", "w1[5] = K;"]),
    (["see(lane(K));", "see(mask(K));", "puts4(K);"], ["ar[1] = K;", "ar[3] = K;", "ar[0] = 1;"]),
    (["see(unal());", "strm(K);"], ["ar[1] = K;", "ar[3] = K;"]),
    (["see(sum(s0));", "sum(s0);", "sum(pick());", "{ struct S c = s0; }"], ["s0.a[K] = K;", "s0.a[1] = K;"]),
    (["strcpy(sb, sc);", "strcat(sb, sc);", "sc[K] = 'a';"], ["see(strlen(sb));", "see(strcmp(sb, sc));", "see(strchr(sb, 'b') != 0);"]),
    # what is private, and what the optimiser may do
    (["{ pthread_t h; pthread_create(&h, 0, bump, &tl); see(tl); pthread_join(h, 0); see(tl); }"], ["see(tl);"]),
    (["{ int c = K; pthread_t h; pthread_create(&h, 0, bump, &c); c += K; pthread_join(h, 0); see(c); }"], ["see(x0);"]),
    (["{ int c = K; void *q; pthread_t h; pthread_create(&h, 0, look, &c); c = K; pthread_join(h, &q); see((long)q); }"], ["see(x0);"]),
    (["{ atomic_int c = K; void *q; pthread_t h; pthread_create(&h, 0, watch, (void *)&c); c = K; pthread_join(h, &q); see((long)q); }"], ["see(x0);"]),
    (["see(x0 + x0);", "{ int c = x0; assert(c == x0); }"], ["x0 = 1;", "x0 = 2; x0 = 0;"]),
    (["strcpy(ns, \"ab\");"], ["strcpy(ns, \"cd\");"]),
    (["{ int c = K; hold(&c); a1 = 1; see(c); lp = 0; }"], ["{ int *p = lp; if (p) *p = 2; }", "see(gone());"]),
    (["{ static int c; see(c++); }"], ["see(x0);"]),
    # lives and ends of variables
    ([f"leak(K); {FORGET}"], [LOOK]),
    (["{ { int c[4] = {K, K}; hold(c); see(a1); } a1 = 1; lp = 0; }"], ["see(gone());"]),
    ([f"{{ jmp_buf j; if (!setjmp(j)) hop(j); {FORGET} }}"], [LOOK]),
    (["{ int c[2] = {K, K}, d[2] = {1, 1}; see(over(c, a0 ? 2 : 1) + over(d, 1)); }", "{ int c[2] = {K, K}; see(over(c, a0 ? -1 : 1)); }"], ["a0 = K;"]),
    (["see(over(g3, a0 ? 3 : 1));", "g3[a0 ? 3 : 1] = K;"], ["a0 = K;"]),
]
C_TOPICS = [
    (["{ struct W e = {{0}}, n = {{1}}; while (!atomic_compare_exchange_strong(&ab, &e, n)) ; see(e.a[0]); }"], ["{ struct W n = {{K}}; ab = n; }"]),
    (["ab = (struct W){{K, K, K}};"], ["{ struct W c = ab; see(c.a[0] + c.a[1] * 3 + c.a[2] * 5); }"]),
]
CPP_TOPICS = [
    ([f"try {{ thrower(K); }} catch (int k) {{ {FORGET} }}"], [LOOK]),
    (["try { Made m(K); see(x0); } catch (int k) { see(k); }"], ["x0 = 1;", "see(a1);"]),
    (["see(bo.get());", "{ Both *p = &bo; see(static_cast<Top *>(p)->get()); }"], ["bo.v = K;", "bo.w = K;", "x0 = K;"]),
    (["{ std::scoped_lock g(M, M2); x0 = K; }", "{ std::scoped_lock g(M2, M); x0 = K; }"], ["{ std::scoped_lock g(M, M2); see(x0); }", "{ std::lock_guard<std::mutex> g(M2); see(x0); }"]),
    (["{ auto p = SP; see(*p + p.use_count()); }"], ["{ auto p = SP; *p = K; }", "{ auto p = SP; see(*p); }"]),
    (["{ std::lock_guard<std::mutex> g(M); OP = K; }", "{ std::lock_guard<std::mutex> g(M); OP.reset(); }"],
     ["{ std::lock_guard<std::mutex> g(M); see(OP ? (int)*OP : 9); }", "{ std::lock_guard<std::mutex> g(M); see(OP.value_or(3)); }"]),
    (["{ std::lock_guard<std::mutex> g(M); STR += 'x'; }", "{ std::lock_guard<std::mutex> g(M); STR = \"abc\"; }"],
     ["{ std::lock_guard<std::mutex> g(M); see(STR.size()); }", "{ std::lock_guard<std::mutex> g(M); see(STR == \"ab\"); }"]),
    (["SE.release();", "SE.release(2);"], ["see(SE.try_acquire());"]),
    (["while (!A) if (ob->step()) break;", "{ int n = 0; auto f = [&n] { return ++n > 1; }; while (!A && !f()) ; see(n); }"], ["A = K;", "see(A);"]),
]
