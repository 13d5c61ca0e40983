"""Random small programs in C and C++.

A program is a few threads, each a list of statements. A statement is a line of source, or a block: a list of its first line,
the statements inside and its last line. Every name stands for one object; what a program mentions is declared (`OBJECTS`),
so deleting a statement always leaves a program. `r` is what a thread saw so far.
"""
import dataclasses
import random
import re

# name: (declaration, how main prepares it, features that use it)
OBJECTS = {
    "a0": "atomic_int a0;", "a1": "atomic_int a1 = 1;", "x0": "int x0;", "x1": "int x1;", "y0": "atomic_int y0;",
    "m0": "pthread_mutex_t m0 = PTHREAD_MUTEX_INITIALIZER;", "m1": "pthread_mutex_t m1 = PTHREAD_MUTEX_INITIALIZER;",
    "mr": "pthread_mutex_t mr = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;",
    "me": "pthread_mutex_t me = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;",
    "rw": "pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;", "sp": "pthread_spinlock_t sp;",
    "s0": "sem_t s0;", "s1": "sem_t s1;", "s2": "sem_t s2;", "b2": "pthread_barrier_t b2;", "b3": "pthread_barrier_t b3;",
    "c0": "pthread_cond_t c0 = PTHREAD_COND_INITIALIZER;", "w0": "int w0;",
    "o0": "pthread_once_t o0 = PTHREAD_ONCE_INIT;", "f0": "atomic_int f0;", "l0": "atomic_int l0;",
    "p0": "static int *p0;", "p1": "static int *_Atomic p1;", "h0": "static struct { pthread_mutex_t m; sem_t s; int v; } *h0;",
    "u0": "union { long l; int i[2]; short h[4]; char b[8]; } u0;", "q0": "_Atomic __int128 q0;",
    "bf": "struct { unsigned a : 3, b : 5; unsigned long c : 40; } bf;", "tl": "static _Thread_local int tl;",
    "big": "static int big[6];", "late": "static struct timespec late = {1, 0};", "ar": "static int ar[4];",
    "aa": "static atomic_int aa[4];", "hd": "static struct node *_Atomic hd;", "k0": "static struct block k0;",
    "k1": "static struct block k1;", "st": "static char st[12];", "ky": "static pthread_key_t ky;", "xw": "static __int128 xw;",
    "tm": "static mtx_t tm;", "tc": "static cnd_t tc;", "of": "static once_flag of = ONCE_FLAG_INIT;",
    "M": "std::mutex M;", "N": "std::mutex N;", "R": "std::recursive_mutex R;", "S": "std::shared_mutex S;",
    "C": "std::condition_variable C;", "F": "std::once_flag F;", "L": "std::latch L(2);", "P": "std::promise<int> P;",
    "A": "std::atomic<int> A;", "G": "std::counting_semaphore<2> G(1);", "T": "std::timed_mutex T;",
    "B": "std::barrier<> B(2);", "SP": "std::shared_ptr<int> SP = std::make_shared<int>(1);",
    "WP": "std::weak_ptr<int> WP = SP;", "AF": "std::atomic_flag AF;",
    "CA": "std::condition_variable_any CA;", "SS": "std::stop_source SS;", "ST": "std::shared_timed_mutex ST;",
    "RT": "std::recursive_timed_mutex RT;", "Q": "std::promise<int> Q;", "QF": "std::shared_future<int> QF = Q.get_future().share();",
    "ASP": "std::atomic<std::shared_ptr<int>> ASP;", "V": "std::vector<int> V;", "D": "std::atomic<double> D;",
    "HN": "std::atomic<Node *> HN;", "E": "std::barrier<Done> E(2);", "W16": "std::atomic<Pair> W16;",
    "AB": "static std::atomic<int> AB[3];", "O": "std::counting_semaphore<2> O(0);", "UP": "std::unique_ptr<int> UP = std::make_unique<int>(1);",
}
PREPARE = {
    "sp": "pthread_spin_init(&sp, 0);", "s0": "sem_init(&s0, 0, 0);", "s1": "sem_init(&s1, 0, 1);", "s2": "sem_init(&s2, 0, 2);",
    "b2": "pthread_barrier_init(&b2, 0, 2);", "b3": "pthread_barrier_init(&b3, 0, 3);", "p0": "p0 = malloc(4); *p0 = 1;",
    "p1": "p1 = malloc(4); *p1 = 1;",
    "ky": "pthread_key_create(&ky, gone);", "tm": "mtx_init(&tm, mtx_timed);", "tc": "cnd_init(&tc);",
    "h0": "h0 = malloc(sizeof *h0); pthread_mutex_init(&h0->m, 0); sem_init(&h0->s, 0, 1); h0->v = 0;",
}

# Statements by feature. K: a small number. BODY: statements inside. see(e): the thread sees the value e.
C = {
    "atomic": ["a0 = K;", "see(a0);", "a0++;", "see(a0++);", "see(a0 += 2);", "atomic_fetch_or(&a0, 2);", "a1 = K;", "see(a1);",
               "see(atomic_exchange(&a0, K));", "{ int e = K; see(atomic_compare_exchange_strong(&a0, &e, K)); }",
               "{ int e = K; atomic_compare_exchange_strong(&a1, &e, K); }", "a1 = a0 + 1;", "atomic_fetch_sub(&a1, 1);",
               "see(atomic_fetch_xor(&a1, 1));", ["if (a0 == K) {", "BODY", "}"]],
    "weak": ["atomic_store_explicit(&a0, K, memory_order_relaxed);", "see(atomic_load_explicit(&a0, memory_order_relaxed));",
             "atomic_store_explicit(&a0, K, memory_order_release);", "see(atomic_load_explicit(&a0, memory_order_acquire));",
             "atomic_fetch_add_explicit(&a1, 1, memory_order_relaxed);", "x0 = K;", "see(x0);"],
    "plain": ["x0 = K;", "see(x0);", "x0++;", "x1 = K;", "see(x1);", "x1 = x0;", ["if (x0 == K) {", "BODY", "}"]],
    "mutex": [["pthread_mutex_lock(&m0);", "BODY", "pthread_mutex_unlock(&m0);"],
              ["pthread_mutex_lock(&m1);", "BODY", "pthread_mutex_unlock(&m1);"],
              ["if (!pthread_mutex_trylock(&m0)) {", "BODY", "pthread_mutex_unlock(&m0); }"],
              "see(pthread_mutex_trylock(&m1) != 0);", "w0++;", "see(w0);"],
    "misuse": ["pthread_mutex_lock(&m0);", "pthread_mutex_unlock(&m0);", "pthread_mutex_destroy(&m0);", "pthread_rwlock_unlock(&rw);",
               "sem_destroy(&s1);", "sem_post(&s1);", "sem_wait(&s1);", "pthread_cond_destroy(&c0);", "pthread_cond_signal(&c0);"],
    "recursive": [["pthread_mutex_lock(&mr);", "BODY", "pthread_mutex_unlock(&mr);"], "pthread_mutex_lock(&mr);",
                  ["if (!pthread_mutex_trylock(&mr)) {", "BODY", "pthread_mutex_unlock(&mr); }"],
                  "see(pthread_mutex_trylock(&mr) != 0);", "see(pthread_mutex_unlock(&mr) != 0);", "w0++;", "see(w0);"],
    "checking": [["pthread_mutex_lock(&me);", "BODY", "pthread_mutex_unlock(&me);"], "see(pthread_mutex_lock(&me) != 0);",
                 "see(pthread_mutex_unlock(&me) != 0);", "see(pthread_mutex_trylock(&me) != 0);", "w0++;"],
    "rwlock": [["pthread_rwlock_rdlock(&rw);", "BODY", "pthread_rwlock_unlock(&rw);"],
               ["pthread_rwlock_wrlock(&rw);", "BODY", "pthread_rwlock_unlock(&rw);"],
               ["if (!pthread_rwlock_tryrdlock(&rw)) {", "BODY", "pthread_rwlock_unlock(&rw); }"],
               ["if (!pthread_rwlock_trywrlock(&rw)) {", "BODY", "pthread_rwlock_unlock(&rw); }"], "w0++;", "see(w0);"],
    "spinlock": [["pthread_spin_lock(&sp);", "BODY", "pthread_spin_unlock(&sp);"],
                 ["if (!pthread_spin_trylock(&sp)) {", "BODY", "pthread_spin_unlock(&sp); }"], "w0++;", "see(w0);"],
    "semaphore": ["sem_wait(&s1);", "sem_post(&s1);", "see(sem_trywait(&s1) != 0);", "sem_post(&s0);", "sem_wait(&s0);",
                  "see(sem_trywait(&s0) != 0);", "{ int n; sem_getvalue(&s1, &n); see(n); }",
                  ["sem_wait(&s1);", "BODY", "sem_post(&s1);"], ["sem_wait(&s2);", "BODY", "sem_post(&s2);"], "w0++;", "see(w0);"],
    "barrier": ["pthread_barrier_wait(&b2);", "see(pthread_barrier_wait(&b2) != 0);", "pthread_barrier_wait(&b3);", "w0++;", "see(w0);"],
    "condition": [["pthread_mutex_lock(&m0);", "if (!w0) pthread_cond_wait(&c0, &m0);", "see(w0);", "pthread_mutex_unlock(&m0);"],
                  ["pthread_mutex_lock(&m0);", "while (w0 < 1) pthread_cond_wait(&c0, &m0);", "w0--;", "pthread_mutex_unlock(&m0);"],
                  ["pthread_mutex_lock(&m0);", "w0++;", "pthread_cond_signal(&c0);", "pthread_mutex_unlock(&m0);"],
                  ["pthread_mutex_lock(&m0);", "w0++;", "pthread_cond_broadcast(&c0);", "pthread_mutex_unlock(&m0);"],
                  ["pthread_mutex_lock(&m0);", "w0 = K;", "pthread_mutex_unlock(&m0);"],
                  "pthread_cond_signal(&c0);", "pthread_cond_broadcast(&c0);"],
    "timed": [["pthread_mutex_lock(&m0);", "see(pthread_cond_timedwait(&c0, &m0, &late) != 0);", "pthread_mutex_unlock(&m0);"],
              "pthread_cond_signal(&c0);", ["if (!pthread_mutex_timedlock(&m0, &late)) {", "BODY", "pthread_mutex_unlock(&m0); }"],
              "see(sem_timedwait(&s1, &late) != 0);", "sem_post(&s1);", "w0++;", "see(pthread_mutex_timedlock(&m1, &late) != 0);"],
    "once": ["pthread_once(&o0, init);", "see(y0);", "y0 = K;"],
    "futex": ["syscall(SYS_futex, &f0, FUTEX_WAIT, K, 0, 0, 0);", "see(syscall(SYS_futex, &f0, FUTEX_WAIT, 0, 0, 0, 0) != 0);",
              "see(syscall(SYS_futex, &f0, FUTEX_WAKE, 1, 0, 0, 0));", "syscall(SYS_futex, &f0, FUTEX_WAKE, 9, 0, 0, 0);", "f0 = K;",
              "see(f0);", "f0++;"],
    "heap": ["see(*p0);", "*p0 = K;", "free(p0);", "{ int *q = atomic_exchange(&p1, 0); if (q) see(*q); free(q); }",
             "{ int *q = p1; if (q) see(*q); }", "{ int *q = p1; if (q) *q = K; }", "free(p1);", "p1 = 0;",
             "{ int *q = malloc(4); *q = K; p1 = q; }", "{ int *q = malloc(4); *q = K; free(atomic_exchange(&p1, q)); }"],
    "object": [["pthread_mutex_lock(&h0->m);", "see(h0->v++);", "pthread_mutex_unlock(&h0->m);"], "pthread_mutex_destroy(&h0->m);",
               "free(h0);", "sem_post(&h0->s);", "sem_wait(&h0->s);", "see(a0);", "a0 = 1;", ["if (a0) {", "BODY", "}"]],
    "mixed": ["u0.l = K;", "u0.i[0] = K;", "u0.i[1] = K;", "u0.h[1] = K;", "u0.b[3] = K;", "see(u0.l);", "see(u0.i[0]);",
              "see(__atomic_load_n(&u0.h[1], 5));", "__atomic_store_n(&u0.i[0], K, 5);", "see(__atomic_fetch_add(&u0.b[1], K, 5));",
              "see(__atomic_exchange_n(&u0.l, K, 5));", "see(u0.h[1]);", "see(u0.b[2]);", "memset(u0.b, K, 3);", "{ int v = K; memcpy(u0.b + 2, &v, 4); }",
              "{ int v; memcpy(&v, u0.b + 1, 4); see(v); }", "memset(&u0, K, 8);"],
    "block": ["memset(big, K, sizeof big);", "see(big[1]);", "see(big[5]);", "big[1] = K;", "big[4] = K;",
              "{ int c[6]; memcpy(c, big, sizeof c); see(c[1] + c[4]); }", "memcpy(big, big + 3, 12);"],
    "wide": ["q0 = ((__int128)K << 64) + K;", "see((int)(q0 >> 64) * 2 + (int)q0);", "q0 += 1;",
             "{ __int128 e = K; see(atomic_compare_exchange_strong(&q0, &e, 5)); }", "see((int)atomic_exchange(&q0, K));", "xw = K;",
             "see((int)(xw >> 64));", "((long *)&xw)[1] = K;"],
    "index": ["ar[a0 & 3] = K;", "see(ar[a0 & 3]);", "ar[ar[1] & 3]++;", "see(ar[ar[0] & 3]);", "aa[a0 & 3]++;", "see(aa[aa[1] & 3]);",
              "aa[K] = K;", "a0++;", "a0 = K;", "see(atomic_exchange(&aa[r & 3], K));", "ar[K] = K;"],
    "handover": ["{ struct node *n = malloc(sizeof *n); n->v = K; n->next = 0; hd = n; }", "{ struct node *n = hd; if (n) see(n->v); }",
                 "{ struct node *n = atomic_exchange(&hd, 0); if (n) { see(n->v); free(n); } }",
                 "{ struct node *n = calloc(1, sizeof *n), *e = 0; n->v = K; if (!atomic_compare_exchange_strong(&hd, &e, n)) { see(e->v); free(n); } }",
                 "{ struct node *n = atomic_exchange(&hd, 0); if (n) { n->v++; hd = n; } }",
                 "{ struct node *n = atomic_exchange(&hd, 0); n = realloc(n, 64); n->next = n; n->v = K; hd = n; }"],
    "copy": ["k0 = k1;", "k1.w[2] = K;", "k0.w[2] = K;", "see(k0.w[2]);", "see(memcmp(&k0, &k1, sizeof k0) != 0);", "memmove(&k0.w[1], &k0.w[0], 12);",
             "{ struct block c = k0; see(c.w[1] + c.w[2]); }", "{ struct block c = {{K, K, K, K, K}}; k1 = c; }", "strcpy(st, \"ab\");", "see(strlen(st));",
             "st[1] = 0;", "{ char c[12]; strncpy(c, st, 12); see(c[0] == 'a'); }", "k0.w[r & 3] = K;"],
    "key": ["pthread_setspecific(ky, (void *)1);", "see(pthread_getspecific(ky) != 0);", "a0 = K;", "see(a0);", "pthread_setspecific(ky, 0);"],
    "c11": [["mtx_lock(&tm);", "BODY", "mtx_unlock(&tm);"], ["if (mtx_trylock(&tm) == thrd_success) {", "BODY", "mtx_unlock(&tm); }"],
            ["if (mtx_timedlock(&tm, &late) == thrd_success) {", "BODY", "mtx_unlock(&tm); }"], "cnd_signal(&tc);", "w0++;", "see(w0);",
            ["mtx_lock(&tm);", "while (!w0) cnd_wait(&tc, &tm);", "mtx_unlock(&tm);"], ["mtx_lock(&tm);", "w0++;", "cnd_broadcast(&tc);", "mtx_unlock(&tm);"],
            "call_once(&of, init);", "see(y0);"],
    "waitrw": [["if (!pthread_rwlock_timedrdlock(&rw, &late)) {", "BODY", "pthread_rwlock_unlock(&rw); }"],
               ["if (!pthread_rwlock_timedwrlock(&rw, &late)) {", "BODY", "pthread_rwlock_unlock(&rw); }"],
               ["pthread_rwlock_wrlock(&rw);", "BODY", "pthread_rwlock_unlock(&rw);"], "w0++;", "see(w0);", "see(pthread_rwlock_tryrdlock(&rw) != 0);",
               "see(sem_clockwait(&s1, CLOCK_MONOTONIC, &late) != 0);", "sem_post(&s1);",
               ["pthread_mutex_lock(&m0);", "see(pthread_cond_clockwait(&c0, &m0, CLOCK_MONOTONIC, &late) != 0);", "pthread_mutex_unlock(&m0);"],
               "pthread_cond_broadcast(&c0);"],
    "argument": ["{ pthread_t n; int v = K; pthread_create(&n, 0, kid_of, &v); v = K; pthread_join(n, 0); see(v); }",
                 "{ pthread_t n; int v = r; pthread_create(&n, 0, kid_of, &v); void *p; pthread_join(n, &p); see(v + (p != 0)); }",
                 "{ pthread_t n; int *v = malloc(4); *v = r; pthread_create(&n, 0, kid_of, v); void *p; pthread_join(n, &p); see(*v); free(v); }",
                 "{ pthread_t n; pthread_create(&n, 0, kid_of, &x0); see(pthread_tryjoin_np(n, 0) != 0); }", "see(x0);", "a0++;", "x0 = K;"],
    "bits": ["bf.a = K;", "see(bf.a);", "bf.b = K;", "see(bf.b);", "bf.c = K;", "see(bf.c);", "bf.a++;"],
    "section": [["__VERIFIER_atomic_begin();", "BODY", "__VERIFIER_atomic_end();"], "a0++;", "see(a0);", "a1 = K;", "see(a1);"],
    "choose": ["see(heddle_choose(2));", ["if (heddle_choose(2)) {", "BODY", "}"], "heddle_assume(r != K);", "heddle_assume(a0 != K);"],
    "child": [["{ pthread_t n; pthread_create(&n, 0, kid, 0);", "BODY", "pthread_join(n, 0); see(x1); }"],
              ["{ pthread_t n; pthread_create(&n, 0, kid, (void *)(long)r);", "BODY", "pthread_detach(n); }"],
              ["{ pthread_t n; void *v; pthread_create(&n, 0, kid, 0);", "BODY", "pthread_join(n, &v); see((long)v); }"],
              "{ pthread_t n; pthread_create(&n, 0, kid, (void *)(long)r); pthread_detach(n); }"],
    "end": ["exit(0);", "pthread_exit(0);", "return 0;", "_exit(0);"],
    "local": ["tl++;", "see(tl);", "tl = a0;", "{ static int once; see(once++); }"],
    "loop": ["while (!a0) ;", "while (a0 < 2) sched_yield();", ["while (atomic_exchange(&l0, 1)) ;", "BODY", "l0 = 0;"],
             "for (int i = 0; i < 2 && !a0; i++) ;", ["for (int i = 0; i < 2; i++) {", "BODY", "}"],
             "{ int e = 0; while (!atomic_compare_exchange_weak(&l0, &e, 1)) e = 0; }", "l0 = 0;", "a0 = K;"],
}
CPP = {
    "atomic": ["A = K;", "see(A);", "A++;", "see(A++);", "a0 = K;", "see(a0);", ["if (A == K) {", "BODY", "}"]],
    "guard": [["{ std::lock_guard<std::mutex> g(M);", "BODY", "}"], ["{ std::scoped_lock g(M, N);", "BODY", "}"],
              ["if (std::unique_lock<std::mutex> g(M, std::try_to_lock); g) {", "BODY", "}"],
              ["{ std::lock_guard<std::recursive_mutex> g(R);", "BODY", "}"], "x0++;", "see(x0);"],
    "shared": [["{ std::shared_lock<std::shared_mutex> g(S);", "BODY", "}"], ["{ std::unique_lock<std::shared_mutex> g(S);", "BODY", "}"],
               "x0++;", "see(x0);", ["if (S.try_lock_shared()) {", "BODY", "S.unlock_shared(); }"]],
    "wait": [["{ std::unique_lock<std::mutex> g(M);", "C.wait(g, [] { return x0 != 0; });", "see(x0);", "}"],
             ["{ std::lock_guard<std::mutex> g(M);", "x0++;", "C.notify_one();", "}"], "C.notify_all();",
             ["{ std::unique_lock<std::mutex> g(M);", "see(C.wait_for(g, std::chrono::seconds(1)) == std::cv_status::timeout);", "}"]],
    "notify": ["A.wait(0);", "A.wait(1);", "A.notify_one();", "A.notify_all();", "A = K;", "see(A);", "AF.wait(false);", "AF.test_and_set();",
               "AF.notify_all();"],
    "once": ["std::call_once(F, [] { y0++; });", "try { std::call_once(F, [] { if (a0 == 0) throw 1; y0++; }); } catch (int) { see(1); }",
             "see(y0);", "a0 = K;", "{ static int n = ++y0; see(n); }"],
    "latch": ["L.count_down();", "L.wait();", "L.arrive_and_wait();", "see(L.try_wait());", "x0++;", "B.arrive_and_wait();"],
    "future": ["try { P.set_value(K); } catch (std::future_error &) { see(1); }", "P.set_value(K);",
               "try { see(P.get_future().get()); } catch (std::future_error &) { see(2); }"],
    "throw": ["try { if (a0 == K) throw K; } catch (int e) { see(e); }", "if (a0 == K) throw K;", "a0 = K;"],
    "semaphore": ["G.acquire();", "G.release();", "see(G.try_acquire());", "x0++;"],
    "shared_ptr": ["{ auto q = SP; see(*q); }", "SP.reset();", "{ auto q = WP.lock(); see(q != nullptr); }", "{ auto q = std::atomic_load(&SP); }"],
    "thread": [["{ std::thread n([r] { a0 = r; });", "BODY", "n.join(); }"], ["{ std::thread n([&r] { r += a0; });", "BODY", "n.join(); }"],
               ["{ std::jthread n([] { a0++; });", "BODY", "}"], "{ std::thread([] { a0++; }).detach(); }", "see(a0);"],
    "timed": [["if (T.try_lock_for(std::chrono::seconds(1))) {", "BODY", "T.unlock(); }"], "x0++;", "see(x0);",
              ["if (ST.try_lock_shared_for(std::chrono::seconds(1))) {", "BODY", "ST.unlock_shared(); }"],
              ["{ std::unique_lock<std::shared_timed_mutex> g(ST);", "BODY", "}"],
              ["if (std::unique_lock<std::recursive_timed_mutex> g(RT, std::chrono::seconds(1)); g) {", "BODY", "}"],
              "see(O.try_acquire_for(std::chrono::seconds(1)));", "O.release();"],
    "any": [["{ std::unique_lock<std::mutex> g(M);", "CA.wait(g, [] { return x0 != 0; });", "see(x0);", "}"],
            ["{ std::shared_lock<std::shared_mutex> g(S);", "CA.wait(g);", "}"], ["{ std::lock_guard<std::mutex> g(M);", "x0++;", "CA.notify_one();", "}"],
            "CA.notify_all();", ["{ std::unique_lock<std::mutex> g(M);", "see(CA.wait(g, SS.get_token(), [] { return x0 != 0; }));", "}"],
            "SS.request_stop();"],
    "stop": ["see(SS.request_stop());", "see(SS.stop_requested());", ["{ std::stop_callback g(SS.get_token(), [] { a0++; });", "BODY", "}"], "see(a0);",
             ["{ std::jthread n([](std::stop_token s) { if (s.stop_requested()) a0++; });", "BODY", "}"],
             ["{ std::jthread n([](std::stop_token s) { while (!s.stop_requested()) ; });", "BODY", "n.request_stop(); }"]],
    "async": [["{ auto f = std::async(std::launch::async, [r] { a0++; return a0 + r; });", "BODY", "see(f.get()); }"],
              ["{ auto f = std::async(std::launch::deferred, [r] { return a0 + r; });", "BODY", "see(f.get()); }"], "a0 = K;", "see(a0);",
              ["{ std::packaged_task<int(int)> q([](int k) { return a0 + k; }); auto f = q.get_future(); std::thread n(std::move(q), K);", "BODY",
               "see(f.get()); n.join(); }"]],
    "shared_future": ["Q.set_value(K);", "try { Q.set_value(K); } catch (std::future_error &) { see(1); }", "see(QF.get());",
                      "see(QF.wait_for(std::chrono::seconds(0)) == std::future_status::ready);", "x0++;", "see(x0);",
                      "Q.set_exception(std::make_exception_ptr(1));", "try { see(QF.get()); } catch (int e) { see(e); }"],
    "local": ["{ static thread_local int n = a0; see(n); n++; }", "{ static thread_local Local n; n.v++; see(n.v); }", "a0 = K;", "see(a0);",
              "std::thread([] { static thread_local Local n; n.v = 1; }).join();"],
    "atomic_ptr": ["ASP = std::make_shared<int>(K);", "{ auto q = ASP.load(); see(q ? *q : 3); }", "ASP.store(nullptr);", "see(ASP.exchange(nullptr) != nullptr);"],
    "node": ["{ Node *n = new Node{K, nullptr}; HN = n; }", "{ Node *n = HN; if (n) see(n->v); }", "{ Node *n = HN.exchange(nullptr); if (n) see(n->v); delete n; }",
             "{ Node *n = new Node{K, HN}; while (!HN.compare_exchange_weak(n->next, n)) ; }", "{ std::unique_ptr<int> q = std::move(UP); see(q ? *q : 2); }"],
    "vector": [["{ std::lock_guard<std::mutex> g(M);", "V.push_back(K);", "}"], ["{ std::lock_guard<std::mutex> g(M);", "see(V.size());", "V.clear();", "}"],
               "V.push_back(K);", "see(V.empty());", "see(V.size() > 1 ? V[1] : 0);"],
    "kinds": ["D += K;", "see(D.load());", "W16 = Pair{K, K};", "{ Pair q = W16; see(q.a * 2 + q.b); }", "std::atomic_ref<int>(x0)++;", "x0 = K;", "see(x0);",
              "{ Pair q{K, K}; see(W16.compare_exchange_strong(q, Pair{1, 2})); }", "AB[AB[0] & 1]++;", "see(AB[AB[1] & 1]);", "AB[K] = K;"],
    "phase": ["E.arrive_and_wait();", "(void)E.arrive();", "E.arrive_and_drop();", "see(y0);", "x0++;", "see(x0);", "B.arrive_and_wait();", "B.arrive_and_drop();"],
}
WEAK = re.compile(r"memory_order|WP|SP")  # orders that let races through which no schedule of the model shows


@dataclasses.dataclass
class Program:
    language: str                 # "c" or "cpp"
    options: tuple = ()           # of every check
    threads: list = dataclasses.field(default_factory=list)
    kid: list = dataclasses.field(default_factory=list)    # of the thread that others create
    main: list = dataclasses.field(default_factory=list)   # while they run
    after: list = dataclasses.field(default_factory=list)  # when they were joined

    def bodies(self):
        return [*self.threads, self.kid, self.main, self.after]


def statement(random, pool, depth):
    s = random.choice(pool)
    fill = lambda text: re.sub(r"\bK\b", lambda _: str(random.randrange(3)), text)
    if isinstance(s, str):
        return fill(s)
    return [fill(s[0]), [x for part in s[1:-1] for x in
                         ([statement(random, pool, depth - 1) for _ in range(random.randrange(2) + (depth > 0))] if part == "BODY" and depth > 0
                          else [] if part == "BODY" else [fill(part)])], fill(s[-1])]


def body(random, pool, most):
    out = [statement(random, pool, 1) for _ in range(random.randint(1, most))]
    if random.random() < 0.3:
        out.append(f"assert(r != {random.randrange(1, 6)});")
    return out


def generate(seed, language=None):
    rng = random.Random(seed)
    language = language or ("cpp" if rng.random() < 0.3 else "c")
    features = CPP if language == "cpp" else C
    names = rng.sample(sorted(features), rng.choice((1, 1, 2, 2, 3)))
    pool = [s for name in names for s in features[name]]
    p = Program(language)
    count = rng.choice((2, 2, 3))
    p.threads = [body(rng, pool, 3 if count == 2 else 2) for _ in range(count)]
    p.kid = body(rng, pool, 1)
    if rng.random() < 0.3:
        p.main = body(rng, pool, 1)
    if rng.random() < 0.5:
        p.after = [statement(rng, pool, 1)]
    how = rng.random()
    if how < 0.5:  # what the threads saw together: each of 16 kinds of outcomes is a finding of its own
        seen = " + ".join(f"out[{9 * i}] * {5 + 2 * i}" for i in range(count))
        p.after.append([f"switch ((unsigned)({seen}) % 16) {{", [f'case {n}: assert(!"outcome {n}");' for n in range(16)], "}"])
    elif how < 0.75:
        p.after.append("assert(!(%s));" % " && ".join(f"out[{9 * i}] == {rng.randrange(4)}" for i in range(count)))
    if rng.random() < 0.15:
        p.options = ("--spurious",)
    elif rng.random() < 0.05:
        p.options = ("--leaks",)
    return p
