; VERDICT: verified
; EXECUTIONS: dfs=2
; LLVM's text form: two threads that each add once.
@x = global i32 0
declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)

define ptr @run(ptr %a) {
  %old = atomicrmw add ptr @x, i32 1 seq_cst
  ret ptr null
}

define i32 @main() {
  %a = alloca i64
  %b = alloca i64
  %1 = call i32 @pthread_create(ptr %a, ptr null, ptr @run, ptr null)
  %2 = call i32 @pthread_create(ptr %b, ptr null, ptr @run, ptr null)
  %ta = load i64, ptr %a
  %tb = load i64, ptr %b
  %3 = call i32 @pthread_join(i64 %ta, ptr null)
  %4 = call i32 @pthread_join(i64 %tb, ptr null)
  ret i32 0
}
