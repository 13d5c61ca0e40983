// See corpus.h. The plain accesses that the C programs make under a lock are left out where they add nothing: a
// conflict that the lock orders anyway makes no further trace.
#include "corpus.h"

namespace heddle::oracle {
namespace {

using namespace model;
using Body = std::vector<Instruction>;

Program with(Program p, std::vector<int32_t> variables, int mutexes = 0, int conditions = 0) {
  p.variables = std::move(variables);
  p.mutexes = mutexes;
  p.conditions = conditions;
  return p;
}

std::vector<Body> times(int n, const Body& body) { return std::vector<Body>(static_cast<size_t>(n), body); }
Instruction lock(int m) { return on(Code::kLock, m); }
Instruction unlock(int m) { return on(Code::kUnlock, m); }

Program inc3x3() {
  return with(fork_join(times(3, {repeat(3, {fetch_add(-1, 0, lit(1))})}),
                        {read(0, 0), check(reg(0), Compare::kEqual, lit(9))}),
              {0});
}

Program counter3() {
  auto change = [](int by) { return Body{repeat(3, {read(0, 0), add(0, reg(0), lit(by)), write(0, reg(0))})}; };
  return with(fork_join({change(1), change(-1)}), {0});
}

Program account() {
  const Body deposit = {lock(0), read(0, 0), add(0, reg(0), lit(10)), write(0, reg(0)), unlock(0)};
  const Body withdraw = {read(0, 0), when(reg(0), Compare::kGreater, lit(4),
                                          {lock(0), add(0, reg(0), lit(-5)), write(0, reg(0)), unlock(0)})};
  return with(fork_join({deposit, withdraw, deposit, withdraw}, {read(0, 0), check(reg(0), Compare::kEqual, lit(20))}),
              {10}, 1);
}

Program bubble4() {
  std::vector<Body> workers;
  for (int i = 0; i < 3; ++i) {
    Body round = {read(0, i), read(1, i + 1)};
    // Registers are compared with each other: swap when the first is greater.
    round.push_back(when(reg(0), Compare::kGreater, reg(1), {write(i, reg(1)), write(i + 1, reg(0))}));
    workers.push_back({repeat(2, round)});
  }
  return with(fork_join(workers), {4, 3, 2, 1});
}

Program fib3() {
  auto side = [](int own, int other) {
    Body sum = {read(0, own), read(1, other)};
    // r0 + r1 into the own variable.
    sum.push_back(add(0, reg(0), reg(1)));
    sum.push_back(write(own, reg(0)));
    return Body{repeat(3, sum)};
  };
  Program p = with(fork_join({side(0, 1), side(1, 0)}), {1, 1});
  Body& main = p.threads[0].body;
  const Body look = {read(0, 0), read(1, 1), check(reg(0), Compare::kLess, lit(22)),
                     check(reg(1), Compare::kLess, lit(22))};
  main.insert(main.begin() + 2, look.begin(), look.end());
  return p;
}

Program fig2(bool fails) {
  const Body t1 = {repeat(2, {lock(0), write(0, lit(1)), write(1, lit(1)), unlock(0)})};
  const Body t2 = {repeat(2, {lock(0), write(0, lit(0)), unlock(0), read(0, 0),
                              when(reg(0), Compare::kGreater, lit(0),
                                   {read(1, 1), add(1, reg(1), lit(1)), write(1, reg(1)), write(0, lit(2))})})};
  Body inner = {read(1, 1)};
  if (fails) inner.push_back(check(reg(1), Compare::kNotEqual, lit(3)));
  inner.push_back(when(reg(1), Compare::kNotEqual, lit(3), {write(1, lit(2))}));
  const Body t3 = {repeat(2, {read(0, 0), when(reg(0), Compare::kGreater, lit(1), inner)})};
  return with(fork_join({t1, t2, t3}), {0, 0}, 1);
}

Program lastzero(int n) {
  std::vector<Body> workers;
  Body reader = {read(0, n)};
  Body* at = &reader;
  for (int i = n - 1; i >= 0; --i) {
    at->push_back(when(reg(0), Compare::kNotEqual, lit(0), {read(0, i)}));
    at = &at->back().body;
  }
  workers.push_back(reader);
  for (int i = 0; i < n; ++i) workers.push_back({read(0, i), add(0, reg(0), lit(1)), write(i + 1, reg(0))});
  return with(fork_join(workers), std::vector<int32_t>(static_cast<size_t>(n + 1)));
}

Program readers(int n) {
  std::vector<Body> workers = times(n, {read(0, 0)});
  workers.insert(workers.begin(), {write(0, lit(1))});
  return with(fork_join(workers), {0});
}

Program writers(int n) {
  std::vector<Body> workers = times(n, {write(0, lit(1))});
  workers.push_back({read(0, 0)});
  return with(fork_join(workers), {0});
}

Program rww() {
  auto four = [](int from) {
    return Body{write(0, lit(from)), write(0, lit(from + 1)), write(0, lit(from + 2)), write(0, lit(from + 3))};
  };
  return with(fork_join({four(1), four(5)}, {read(0, 0), check(reg(0), Compare::kNotEqual, lit(2))}), {0});
}

Program cspeek(int n) {
  auto half = [&](int v) {
    return Body{repeat(n, {lock(0), read(0, v), add(0, reg(0), lit(1)), write(v, reg(0)), unlock(0)})};
  };
  return with(fork_join({half(0), half(1)}), {0, 0}, 1);
}

// Of the file system only threads that share a block lock matter; as in the original, i and i + 13 do.
Program filesystem(int n) {
  constexpr int kBlocks = 26, kInodes = 32;
  std::vector<Body> workers;
  for (int t = 0; t < n; ++t) {
    const int inode = t % kInodes, first = (inode * 2) % kBlocks;
    const int inode_lock = kBlocks + inode, inode_variable = kBlocks + inode;
    auto attempt = [&](int b, Body otherwise) {
      Body take = {lock(b), read(1, b),
                   when(reg(1), Compare::kEqual, lit(0), {write(b, lit(1)), write(inode_variable, lit(b + 1))}),
                   unlock(b)};
      take.push_back(when(reg(1), Compare::kNotEqual, lit(0), std::move(otherwise)));
      return take;
    };
    workers.push_back({lock(inode_lock), read(0, inode_variable),
                       when(reg(0), Compare::kEqual, lit(0), attempt(first, attempt((first + 1) % kBlocks, {}))),
                       unlock(inode_lock)});
  }
  return with(fork_join(workers), std::vector<int32_t>(kBlocks + kInodes), kBlocks + kInodes);
}

Program indexer(int n) {
  constexpr int kSize = 128, kMax = 4;
  std::vector<Body> workers;
  for (int t = 0; t < n; ++t) {
    Body body;
    for (int m = 1; m <= kMax; ++m) {
      const int w = m * 11 + t, h = (w * 7) % kSize;
      body.push_back(compare_exchange(0, h, lit(0), lit(w)));
      body.push_back(when(reg(0), Compare::kNotEqual, lit(0), {compare_exchange(0, (h + 1) % kSize, lit(0), lit(w))}));
    }
    workers.push_back(body);
  }
  return with(fork_join(workers), std::vector<int32_t>(kSize));
}

Program philosophers(int n) {
  std::vector<Body> workers;
  for (int i = 0; i < n; ++i) workers.push_back({lock(i), lock((i + 1) % n), unlock((i + 1) % n), unlock(i)});
  return with(fork_join(workers), {}, n);
}

Program prodcons() {
  auto side = [](int waits_for, int becomes, int own, int others) {
    return Body{repeat(
        3, {lock(0), read(0, 0), loop(4, reg(0), Compare::kNotEqual, lit(waits_for), {cond_wait(own, 0), read(0, 0)}),
            write(0, lit(becomes)), on(Code::kSignal, others), unlock(0)})};
  };
  return with(fork_join({side(0, 1, 0, 1), side(1, 0, 1, 0)}, {read(0, 0), check(reg(0), Compare::kEqual, lit(0))}),
              {0}, 1, 2);
}

}  // namespace

std::vector<CorpusProgram> corpus() {
  return {
      {"account", account(), 140, true, false},
      {"bubble4", bubble4(), 216},
      {"counter3", counter3(), 328},
      {"cspeek", cspeek(8), 12870},
      {"fib3", fib3(), 1698},
      {"fig2", fig2(true), 0, true, false},
      {"fig2_safe", fig2(false), 1959},
      {"filesystem16", filesystem(16), 8},
      {"inc3x3", inc3x3(), 1680},
      {"indexer13", indexer(13), 64},
      {"lastzero8", lastzero(8), 704},
      {"phil4", philosophers(4), 0, false, true},
      {"prodcons", prodcons(), 0},
      {"readers8", readers(8), 256},
      {"rww", rww(), 70},
      {"writers6", writers(6), 5040},
  };
}

}  // namespace heddle::oracle
