#include "report/memory_names.h"

#include <gtest/gtest.h>

#include "report/describe_event.h"
#include "report/function_names.h"

namespace heddle {
namespace {

TEST(MemoryNames, PartsOfVariables) {
  const std::string pool = "{0:40:mutex_;40:64:jobs_[16{0:8:run;8:4:id;}];104:1:stopping_;}";
  EXPECT_EQ(part_of(pool, 0, 40), ".mutex_");
  EXPECT_EQ(part_of(pool, 8, 4), ".mutex_");
  EXPECT_EQ(part_of(pool, 0, 105), "") << "more than one part";
  EXPECT_EQ(part_of(pool, 40 + 16 + 8, 4), ".jobs_[1].id");
  EXPECT_EQ(part_of(pool, 40 + 16, 16), ".jobs_[1]");
  EXPECT_EQ(part_of(pool, 40, 32), ".jobs_");
  EXPECT_EQ(part_of(pool, 104, 1), ".stopping_");
  EXPECT_EQ(part_of(pool, 110, 1), "") << "behind the last part";
  EXPECT_EQ(part_of("[40]", 80, 8), "[2]");
  EXPECT_EQ(part_of("", 8, 8), "");
  EXPECT_EQ(part_of(pool, 40, 0), ".jobs_") << "what a pointer points to";
  EXPECT_EQ(part_of(pool, 0, 0), "");
  EXPECT_EQ(part_of(pool, 56, 0), ".jobs_[1]");
}

TEST(MemoryNames, FieldsAccessedAtOnce) {
  using Fields = std::vector<Field>;
  const std::string pool = "{0:4:first;4:4:count;8:16:slots[8{0:4:id;4:4:age;}];24:8:next;}";
  EXPECT_EQ(fields_of(pool, 0, 8), (Fields{{0, 4}, {4, 4}}));
  EXPECT_EQ(fields_of(pool, 16, 8), (Fields{{0, 4}, {4, 4}})) << "the second slot";
  EXPECT_EQ(fields_of(pool, 24, 8), Fields{}) << "one field";
  EXPECT_EQ(fields_of(pool, 2, 4), Fields{}) << "cuts through";
  EXPECT_EQ(fields_of("", 0, 8), Fields{});
  EXPECT_EQ(format_fields(0xffffffff00000001, {{0, 4}, {4, 4}}), "{1, -1}");
}

TEST(MemoryNames, NamesAsPeopleSayThem) {
  EXPECT_EQ(plain_name("main"), "main");
  EXPECT_EQ(plain_name("Bus::subscribe(std::atomic<int>&)"), "Bus::subscribe");
  EXPECT_EQ(plain_name("void Queue<int, std::less<int> >::push(int const&) const"), "Queue::push");
  EXPECT_EQ(plain_name("main::$_0::operator()() const"), "main::lambda");
  EXPECT_EQ(plain_name("pay(int)::'lambda'(int)::operator()(int) const"), "pay::lambda");
  EXPECT_EQ(plain_name("main::$_0"), "main::lambda");
  EXPECT_EQ(plain_name("Log::text[abi:cxx11]() const"), "Log::text");
  EXPECT_EQ(without_abi_tags("items[abi:cxx11][abi:v2]"), "items");
  EXPECT_EQ(plain_name("main::$_0::operator()() const::{lambda()#1}"), "main::lambda::lambda");
  EXPECT_EQ(plain_name("(anonymous namespace)::Pool::work()"), "Pool::work");
  EXPECT_EQ(plain_name("Heap::operator<(Heap const&) const"), "Heap::operator<");
  EXPECT_EQ(plain_name("Box<int>::operator->()"), "Box::operator->");
  EXPECT_EQ(plain_name("Call::operator()(int)"), "Call::operator()");
  EXPECT_EQ(plain_name("operator new(unsigned long)"), "operator new");
  EXPECT_EQ(type_name("St13runtime_error"), "std::runtime_error");
  EXPECT_EQ(with_readable_names("calls _ZN5Queue4pushEi, which is not instrumented, and memcpy."),
            "calls Queue::push(int), which is not instrumented, and memcpy.");
  EXPECT_EQ(last_name("settings()::instance"), "instance");
  EXPECT_EQ(last_name("std::_Function_handler<void (), main::$_0>::_M_invoke(std::_Any_data const&)"), "_M_invoke");
}

struct Named : ::testing::Test {
  RunRecord run;
  Symbolizer symbolizer{{}};
  MemoryNames names{run, symbolizer};
  void SetUp() override { run.blocks = {{0x1000, 16, 0}, {0x2000, 24, 0}}; }
};

TEST_F(Named, OneNamePerAddress) {
  run.events = {{.op = Op::kRead, .length = 4, .object = 0x9000},
                {.op = Op::kRead, .length = 4, .object = 0x9000},
                {.op = Op::kRead, .length = 4, .object = 0x9000}};
  names.learn(0, "this->tail");
  names.learn(1, "ring.tail");
  names.learn(2, "other.tail");
  names.follow(0);
  EXPECT_EQ(names.name(0x9000, 4, "this->tail"), "ring.tail") << "the next name of its own";
  names.follow(2);
  EXPECT_EQ(names.name(0x9000, 4, "this->tail"), "other.tail") << "the last one";
  EXPECT_EQ(names.name(0x9008, 4, "this->head"), "this->head");
}

TEST_F(Named, HeapBlocksAreNumberedAsTheyAreMet) {
  EXPECT_EQ(names.name(0x2000, 8, ""), "heap#1");
  EXPECT_EQ(names.name(0x1008, 8, ""), "heap#2+8");
  EXPECT_EQ(names.name(0x2008, 8, "this->next"), "heap#1.next");
  EXPECT_EQ(names.name(0x2008, 8, ""), "heap#1.next") << "whoever uses it";
  EXPECT_EQ(names.name(0x2000, 4, "*p"), "heap#1");
  EXPECT_EQ(names.name(0x2010, 4, "table[]"), "table[]") << "the program's own name says more";
  EXPECT_EQ(names.pointee(0x1010), "heap#2+16") << "just behind the end";
  EXPECT_EQ(names.pointee(0x1000), "heap#2");
  EXPECT_EQ(names.pointee(0x3000), "");
  ASSERT_EQ(names.blocks().size(), 2u);
  EXPECT_EQ(names.blocks()[0].size, 24u);
}

TEST_F(Named, OtherMemoryToo) {
  EXPECT_EQ(names.name(0x9000, 8, ""), "memory#1");
  EXPECT_EQ(names.name(0x9010, 8, ""), "memory#2");
  EXPECT_EQ(names.name(0x9000, 8, ""), "memory#1");
  EXPECT_EQ(names.name(0x9000, 8, "errno"), "errno");
}

TEST_F(Named, PointersAreToldByWhatTheyPointTo) {
  EventWords words(run, names);
  Event write;
  write.op = Op::kWrite, write.object = 0x1000, write.length = 8, write.written = 0x2000;
  EXPECT_EQ(words.describe(write, ""), "write heap#1 = heap#2");
  write.written = 7;
  EXPECT_EQ(words.describe(write, ""), "write heap#1 = 7 (was heap#2)");
}

}  // namespace
}  // namespace heddle
