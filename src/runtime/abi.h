/* The boundary between the instrumented program (src/instrument writes these calls) and the runtime.
 *
 * The runtime performs each access itself: a load is replaced by a call that returns the value, a store by
 * one that takes it. Outside a controlled run the calls just do that. C, so that it can be read as the list
 * of symbols it is; nothing else is shared between the pass and the runtime. */
#ifndef HEDDLE_RUNTIME_ABI_H
#define HEDDLE_RUNTIME_ABI_H
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Where in the source an access is; one constant per access, in section "heddle_pos" of its object file,
 * never merged. Its address is the position key of events. */
struct __heddle_pos {
  const char* file;     /* as the compiler was given it; "" if unknown */
  const char* function; /* demangled short name of the user's function */
  const char* variable; /* "balance", "queue.head", "table[]"; "" if unknown */
  uint32_t line;
  uint32_t column; /* with HEDDLE_FILL: what the compiler itself writes into a local that has no initialiser */
};
#define HEDDLE_FILL 0x80000000u

/* Flags of atomic operations, in the same word as the memory order (0 relaxed … 5 seq_cst). */
#define HEDDLE_ORDER_MASK 0x7u
#define HEDDLE_FAILURE_SHIFT 4u /* compare-exchange: the order if it finds another value, likewise three bits */
#define HEDDLE_UNUSED 0x100u    /* the program does not look at the result */

/* Each instrumented module calls this from a constructor of highest priority: marks the object file it
 * lives in as instrumented. `anchor` is any address inside the module's data. */
void __heddle_module(const void* anchor);

/* The module's global variables that have a gap of at least HEDDLE_GAP bytes behind them; `text` names one ("global array table").
 * Called from the same constructor. */
struct __heddle_global {
  const void* address;
  uint64_t size;
  const char* text;
};
#define HEDDLE_GAP 32u
void __heddle_globals(const struct __heddle_global*, uint64_t count);

/* Of a module with functions that are written in assembly, outside all others or naked: what they do is not seen. */
void __heddle_module_assembly(const char* file);

/* Plain (also volatile) accesses. */
uint8_t __heddle_load1(const void* from, const struct __heddle_pos*);
uint16_t __heddle_load2(const void* from, const struct __heddle_pos*);
uint32_t __heddle_load4(const void* from, const struct __heddle_pos*);
uint64_t __heddle_load8(const void* from, const struct __heddle_pos*);
unsigned __int128 __heddle_load16(const void* from, const struct __heddle_pos*);
void __heddle_load(void* to, const void* from, uint64_t size, const struct __heddle_pos*); /* `to` is private */
void __heddle_store1(void* to, uint8_t, const struct __heddle_pos*);
void __heddle_store2(void* to, uint16_t, const struct __heddle_pos*);
void __heddle_store4(void* to, uint32_t, const struct __heddle_pos*);
void __heddle_store8(void* to, uint64_t, const struct __heddle_pos*);
void __heddle_store16(void* to, unsigned __int128, const struct __heddle_pos*);
void __heddle_store(void* to, const void* from, uint64_t size, const struct __heddle_pos*); /* `from` is private */

/* Atomic accesses of 1, 2, 4, 8 and 16 bytes; `flags` as above. Compare-exchange returns the old value;
 * it exchanged exactly if that equals `expected`. */
enum __heddle_rmw {
  HEDDLE_XCHG,
  HEDDLE_ADD,
  HEDDLE_SUB,
  HEDDLE_AND,
  HEDDLE_NAND,
  HEDDLE_OR,
  HEDDLE_XOR,
  HEDDLE_MAX,
  HEDDLE_MIN,
  HEDDLE_UMAX,
  HEDDLE_UMIN,
  HEDDLE_FADD,
  HEDDLE_FSUB,
  HEDDLE_FMAX,
  HEDDLE_FMIN, /* on float (4) and double (8) */
  HEDDLE_UINC_WRAP,
  HEDDLE_UDEC_WRAP
};
#define HEDDLE_ATOMICS(BYTES, TYPE)                                                                       \
  TYPE __heddle_atomic_load##BYTES(const void*, uint32_t flags, const struct __heddle_pos*);              \
  void __heddle_atomic_store##BYTES(void*, TYPE, uint32_t flags, const struct __heddle_pos*);             \
  TYPE __heddle_rmw##BYTES(void*, TYPE operand, uint32_t op, uint32_t flags, const struct __heddle_pos*); \
  TYPE __heddle_cas##BYTES(void*, TYPE expected, TYPE desired, uint32_t flags, const struct __heddle_pos*);
HEDDLE_ATOMICS(1, uint8_t)
HEDDLE_ATOMICS(2, uint16_t)
HEDDLE_ATOMICS(4, uint32_t)
HEDDLE_ATOMICS(8, uint64_t)
HEDDLE_ATOMICS(16, unsigned __int128)
void __heddle_fence(uint32_t flags, const struct __heddle_pos*);

/* Atomic objects of any other size, as libatomic's functions without a size in their name: values pass through
 * memory. Compare-exchange returns 1 if it exchanged; if not, the value found is in `expected`. */
void __heddle_atomic_load_n(uint64_t size, const void* from, void* to, uint32_t flags, const struct __heddle_pos*);
void __heddle_atomic_store_n(uint64_t size, void* to, const void* from, uint32_t flags, const struct __heddle_pos*);
void __heddle_atomic_exchange_n(uint64_t size, void* object, const void* desired, void* old, uint32_t flags,
                                const struct __heddle_pos*);
uint8_t __heddle_atomic_cas_n(uint64_t size, void* object, void* expected, const void* desired, uint32_t flags,
                              const struct __heddle_pos*);

/* Block and string functions of the C library that read or write the program's memory. The pass replaces
 * direct calls of NAME (and the memcpy, memmove, memset intrinsics) by __heddle_NAME, which has one more,
 * last, parameter. */
void* __heddle_memcpy(void*, const void*, size_t, const struct __heddle_pos*);
void* __heddle_memmove(void*, const void*, size_t, const struct __heddle_pos*);
void* __heddle_memset(void*, int, size_t, const struct __heddle_pos*);
int __heddle_memcmp(const void*, const void*, size_t, const struct __heddle_pos*);
int __heddle_bcmp(const void*, const void*, size_t, const struct __heddle_pos*);
void* __heddle_memchr(const void*, int, size_t, const struct __heddle_pos*);
size_t __heddle_strlen(const char*, const struct __heddle_pos*);
size_t __heddle_strnlen(const char*, size_t, const struct __heddle_pos*);
int __heddle_strcmp(const char*, const char*, const struct __heddle_pos*);
int __heddle_strncmp(const char*, const char*, size_t, const struct __heddle_pos*);
char* __heddle_strchr(const char*, int, const struct __heddle_pos*);
char* __heddle_strrchr(const char*, int, const struct __heddle_pos*);
char* __heddle_strstr(const char*, const char*, const struct __heddle_pos*);
char* __heddle_strcpy(char*, const char*, const struct __heddle_pos*);
char* __heddle_stpcpy(char*, const char*, const struct __heddle_pos*);
char* __heddle_strncpy(char*, const char*, size_t, const struct __heddle_pos*);
char* __heddle_strcat(char*, const char*, const struct __heddle_pos*);
char* __heddle_strncat(char*, const char*, size_t, const struct __heddle_pos*);
void* __heddle_mempcpy(void*, const void*, size_t, const struct __heddle_pos*);
void* __heddle_memrchr(const void*, int, size_t, const struct __heddle_pos*);
int __heddle_strcasecmp(const char*, const char*, const struct __heddle_pos*);
int __heddle_strncasecmp(const char*, const char*, size_t, const struct __heddle_pos*);
char* __heddle_strpbrk(const char*, const char*, const struct __heddle_pos*);
size_t __heddle_strspn(const char*, const char*, const struct __heddle_pos*);
size_t __heddle_strcspn(const char*, const char*, const struct __heddle_pos*);
char* __heddle_strdup(const char*, const struct __heddle_pos*);
char* __heddle_strndup(const char*, size_t, const struct __heddle_pos*);
int __heddle_atoi(const char*, const struct __heddle_pos*);
long __heddle_atol(const char*, const struct __heddle_pos*);
long long __heddle_atoll(const char*, const struct __heddle_pos*);
double __heddle_atof(const char*, const struct __heddle_pos*);
long __heddle_strtol(const char*, char**, int, const struct __heddle_pos*);
long long __heddle_strtoll(const char*, char**, int, const struct __heddle_pos*);
unsigned long __heddle_strtoul(const char*, char**, int, const struct __heddle_pos*);
unsigned long long __heddle_strtoull(const char*, char**, int, const struct __heddle_pos*);
double __heddle_strtod(const char*, char**, const struct __heddle_pos*);
void __heddle_qsort(void*, size_t, size_t, int (*)(const void*, const void*), const struct __heddle_pos*);

/* The locals of a function whose address goes elsewhere lie in one block, with gaps before, between and behind them that
 * belong to nobody. `offset` is that of the local in the block; `what` names it, with the line of its declaration. */
#define HEDDLE_LOCAL_ESCAPES 1u /* others may hold its address beyond its life: its end is an event like a free */
#define HEDDLE_LOCAL_SCOPED 2u  /* its life begins and ends by __heddle_scope_begin and __heddle_scope_end */
struct __heddle_local {
  const struct __heddle_pos* what;
  uint64_t size;
  uint32_t offset;
  uint32_t flags;
};
struct __heddle_frame {
  const struct __heddle_local* locals;
  uint64_t size; /* of the block */
  uint64_t count;
};
void __heddle_frame_begin(void* block, const struct __heddle_frame*);
/* The function is about to return. `where`: one position for each local, in their order. Ends what `alloca` gave it as well. */
void __heddle_frame_end(void* block, const struct __heddle_pos* where);
void __heddle_scope_begin(void* local, const struct __heddle_local*);
void __heddle_scope_end(void* local, const struct __heddle_local*, const struct __heddle_pos*);
/* Memory on the stack whose size is not known before: `size` bytes, with a gap of HEDDLE_GAP bytes before and behind it. */
void __heddle_dynamic_begin(void* memory, uint64_t size, const struct __heddle_pos*);
/* The stack is about to be given back up to `top`: ends what lies below. */
void __heddle_dynamic_end(void* top);
/* An access of `size` bytes that is not within the local of `room` bytes there. */
void __heddle_beyond(const void* accessed, uint64_t size, const void* local, uint64_t room, const struct __heddle_pos*);
/* Control came here from a function that was called, other than by its return: an exception, longjmp. */
void __heddle_unwound(void);

/* The variable that a debugger sees in place of a block of locals begins with this (src/instrument/frames.cpp). */
#define HEDDLE_BLOCK_NAME "heddle.locals"

/* A call of a function outside of the program that has effects (src/outside). The two enclose the call: the first makes what it
 * reads and the hidden state that it uses events, the second what it wrote. `arguments` has one word for each argument, those
 * of a variadic function included; it is the same array in both, on the stack of the caller. */
struct __heddle_site {
  const struct __heddle_pos* memory; /* where the call is */
  const struct __heddle_pos* state;  /* the same place; its variable is the name of the hidden state */
  const char* name;                  /* of the function, as the linker knows it */
  const char* effects;               /* as in src/outside/functions.txt */
  const void* function;              /* null for a call through a pointer */
};
void __heddle_outside_begin(const struct __heddle_site*, const uint64_t* arguments, uint32_t count);
void __heddle_outside_end(const struct __heddle_site*, const uint64_t* arguments, uint32_t count, uint64_t result);

/* Before a call of a function that is not in the module and not in the table, or that is called through a pointer: is it
 * instrumented, or else known? Instrumented functions have this word right before their first instruction. */
#define HEDDLE_MARK 0x6d72746e69656c64ull
void __heddle_calls(const void* function, const struct __heddle_site*);

/* At the head of every iteration (the first included) of a loop that could be a spin loop: it contains an
 * instrumented read or a call, and no unconditional instrumented store. `state` is a hash of the values that
 * the loop carries from iteration to iteration (the header's phi nodes). `frame` is the frame address of the
 * function. */
#define HEDDLE_LOOP_EXACT \
  1u /* nothing but `state` is carried: no uninstrumented store to memory that outlives an
                                iteration, no call of unknown effect; without it `state` is meaningless */
#define HEDDLE_LOOP_BACKS_OFF \
  4u                         /* the loop of std::lock, which holds all its locks when it is left, however it got them */
#define HEDDLE_LOOP_FIRST 2u /* the loop was entered from outside just now (a phi: 2 from outside, 0 from latches) */
void __heddle_loop(const struct __heddle_pos*, uint64_t state, uint32_t flags, const void* frame);
/* An iteration of another loop begins that may go round for ever. */
void __heddle_round(const struct __heddle_pos*);

/* Following values (src/trace/term.h), in modules that were compiled for it: beside a value goes the number of its term, 0 for
 * none. Such modules call these in place of the accesses above. A result is the value, with zeros above it, and its term. */
#define HEDDLE_LOOP_FOLLOWED 8u /* __heddle_loop: what is carried was told by the two functions below */
#define HEDDLE_FOLLOWED_MARK 0x65656e646c6c6f66ull /* before HEDDLE_MARK: a function that takes and returns terms */
struct __heddle_word {
  uint64_t value;
  uint32_t term;
};
#define HEDDLE_FOLLOWED_ACCESSES(BYTES, TYPE)                                                                       \
  struct __heddle_word __heddle_follow_load##BYTES(const void*, const struct __heddle_pos*);                        \
  void __heddle_follow_store##BYTES(void*, TYPE, uint32_t term, const struct __heddle_pos*);                        \
  struct __heddle_word __heddle_follow_atomic_load##BYTES(const void*, uint32_t flags, const struct __heddle_pos*); \
  void __heddle_follow_atomic_store##BYTES(void*, TYPE, uint32_t term, uint32_t flags, const struct __heddle_pos*); \
  struct __heddle_word __heddle_follow_rmw##BYTES(void*, TYPE operand, uint32_t term, uint32_t op, uint32_t flags,  \
                                                  const struct __heddle_pos*);                                      \
  struct __heddle_word __heddle_follow_cas##BYTES(void*, TYPE expected, uint32_t expected_term, TYPE desired,       \
                                                  uint32_t desired_term, uint32_t flags, const struct __heddle_pos*);
HEDDLE_FOLLOWED_ACCESSES(1, uint8_t)
HEDDLE_FOLLOWED_ACCESSES(2, uint16_t)
HEDDLE_FOLLOWED_ACCESSES(4, uint32_t)
HEDDLE_FOLLOWED_ACCESSES(8, uint64_t)

/* In place of __heddle_module. A program with other modules as well is not followed. */
void __heddle_module_followed(const void* anchor);

/* What follows is called only where some term is not 0. Callers keep their registers. */
#if defined(__clang__) && defined(__x86_64__)
#define HEDDLE_COLD __attribute__((preserve_most))
#else
#define HEDDLE_COLD
#endif
/* Operators: those of TermOp, and these. */
enum __heddle_operator {
  HEDDLE_TERM_NOT_EQUAL = 64,
  HEDDLE_TERM_SMAX,
  HEDDLE_TERM_SMIN,
  HEDDLE_TERM_UMAX,
  HEDDLE_TERM_UMIN,
  HEDDLE_TERM_ABS
};
/* The term of an operation: `what` is the operator, the width of the result << 8, that of the first operand << 16. Where it
 * cannot be made, the operands are asked and it is none. */
HEDDLE_COLD uint32_t __heddle_term(uint32_t what, uint32_t a, uint64_t a_value, uint32_t b, uint64_t b_value);
HEDDLE_COLD uint32_t __heddle_term_select(uint32_t width, uint32_t condition, uint64_t condition_value, uint32_t a,
                                          uint64_t a_value, uint32_t b, uint64_t b_value);
/* The program is about to do something that depends on the value. */
HEDDLE_COLD void __heddle_ask(uint32_t term, uint64_t value);
/* … a branch, which is there: what inputs keep going is a loop, and not what was accessed last. */
HEDDLE_COLD void __heddle_ask_at(uint32_t term, uint64_t value, const struct __heddle_pos*);
/* … as an address: whether it is within the object that it points into is asked first. */
HEDDLE_COLD void __heddle_ask_address(uint32_t term, uint64_t value);
/* … an assumption: whether the value is 0, with which its thread goes no further. */
HEDDLE_COLD void __heddle_ask_assumed(uint32_t term, uint64_t value);
/* … on which of the cases it is. `table`: their number, then for each its value and the number of its successor. */
HEDDLE_COLD void __heddle_ask_switch(uint32_t term, uint64_t value, uint32_t width, const uint64_t* table);

/* Terms of private memory. `places` is how many there are: while it is 0 nobody need call these. `what`: bytes | width << 8. */
extern uint32_t __heddle_places;
HEDDLE_COLD uint32_t __heddle_private_load(const void*, uint32_t what);
HEDDLE_COLD void __heddle_private_store(void*, uint32_t what, uint32_t term, uint64_t value);
HEDDLE_COLD void __heddle_private_ask(const void*, uint64_t size); /* read by what does not follow */
HEDDLE_COLD void __heddle_private_clear(void*, uint64_t size);     /* written by such */
HEDDLE_COLD void __heddle_private_copy(void*, const void*, uint64_t size);
#define HEDDLE_NEAR 64u
HEDDLE_COLD void __heddle_private_near(const void*); /* goes to a function that uses at most HEDDLE_NEAR bytes of it */
HEDDLE_COLD void __heddle_private_everything(void);  /* may be used by what follows no values */
HEDDLE_COLD void __heddle_private_call(const void* function); /* likewise, unless the function takes terms */

/* Terms of arguments and results. Who calls says so in `from`, if it can take terms back; the callee looks there at its entry, and
 * forgets it. The other two say whose the arguments and the results are. */
#define HEDDLE_MAX_ARGUMENTS 24u
#define HEDDLE_MAX_RESULTS 8u
struct __heddle_passing {
  const void* from;
  const void* arguments_of;
  const void* results_of;
  uint32_t arguments[HEDDLE_MAX_ARGUMENTS];
  uint32_t results[HEDDLE_MAX_RESULTS];
};
extern struct __heddle_passing __heddle_passed;
/* Before a call with a term among its arguments: 1 if the function takes them; they are 0 then. */
HEDDLE_COLD uint32_t __heddle_takes_terms(const void* function);

/* Before __heddle_loop: the values that the loop carries. */
void __heddle_loop_carries(uint64_t value, uint32_t term);
void __heddle_loop_carries_local(const void* local, uint64_t size);

/* Objects of the kernel's that src/library/c has in the program's own memory: is the program under control? A descriptor that stands
 * for one; and what one of them is asked that it cannot do: the run ends there. */
int __heddle_models(void);
void __heddle_modelled(int descriptor);
void __heddle_not_modelled(const char* call) __attribute__((noreturn));

/* Programs that were compiled for inputs (src/library/inputs). Sources of inputs as the user named them; who fills them, called before
 * main in every run; descriptors that stand for one, which nobody else must read; and where an input gets lost all the same. */
enum __heddle_source_kind {
  HEDDLE_SOURCE_ARGUMENTS,
  HEDDLE_SOURCE_VARIABLE,
  HEDDLE_SOURCE_STDIN,
  HEDDLE_SOURCE_FILE,
  HEDDLE_SOURCE_RANDOM,
  HEDDLE_SOURCE_CLOCK
};
struct __heddle_input_source {
  enum __heddle_source_kind kind;
  uint32_t exact; /* it has as many bytes as `size`; else at most */
  uint64_t size;
  char name[256];
};
uint32_t __heddle_input_source_count(void);
void __heddle_input_source_at(uint32_t, struct __heddle_input_source* to);
void __heddle_inputs_begin(void (*start)(int argc, char** argv));
void __heddle_source_opened(int descriptor);
void __heddle_source_closed(int descriptor);
void __heddle_source_read(void); /* a loop that does so does not wait */
void __heddle_input_lost(const char* what);

/* Before __heddle_outside_begin of a function that only prints: what it reads is not asked. */
void __heddle_printing(void);
/* The value matters. */
void __heddle_use(uint64_t);

/* Programs that were compiled with facts about what is still to come (src/facts/futures.h): the innermost frame of the thread that runs. `item` is
 * what comes next in `record`, a call of another function included; slots hold values that addresses are computed from. */
struct __heddle_standing {
  const struct __heddle_standing* previous;
  const void* record;
  uint64_t item;
  uint64_t slots[];
};
extern const struct __heddle_standing* __heddle_stands;

/* At the entry of a function that the user wants left as it is: what it does is not seen. */
void __heddle_ignored(const struct __heddle_pos*);

/* pthread_barrier_wait where the program does not look at the result; `barrier` is a pthread_barrier_t. */
int __heddle_barrier_wait_unused(void* barrier);

/* syscall(2) likewise, of futex(2) that wakes up others. */
long __heddle_syscall_unused(long number, ...);

/* In place of instructions that ask the processor for the time (rdtsc) and for random numbers (rdrand, rdseed). */
uint64_t __heddle_cycle_counter(void);
uint64_t __heddle_hardware_random(void);

/* Reached something that cannot be controlled, such as inline assembly that touches memory. */
void __heddle_unsupported(const char* what, const struct __heddle_pos*);

#ifdef __cplusplus
}
#endif
#endif
