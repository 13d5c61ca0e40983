// VERDICT: inconclusive
// What would leave our control is refused by name, whichever way it is called.
// RUN: -DHOW=0
// REASON: clone
// RUN: -DHOW=1
// REASON: semget
// RUN: -DHOW=2
// REASON: msgget
// RUN: -DHOW=3
// REASON: shmget
// RUN: -DHOW=4
// REASON: mq_open
// RUN: -DHOW=5
// REASON: alarm
// RUN: -DHOW=6
// REASON: setitimer
// RUN: -DHOW=7
// REASON: pause
// RUN: -DHOW=8
// REASON: sigwait
// RUN: -DHOW=9
// REASON: sigsuspend
// RUN: -DHOW=10
// REASON: sigqueue
// RUN: -DHOW=11
// REASON: timerfd_create
// RUN: -DHOW=12
// REASON: signalfd
// RUN: -DHOW=13
// REASON: inotify_init
// RUN: -DHOW=14
// REASON: epoll_create
// RUN: -DHOW=15
// REASON: userfaultfd
// RUN: -DHOW=16
// REASON: io_uring_setup
// RUN: -DHOW=17
// REASON: ptrace
// RUN: -DHOW=18
// REASON: waitpid
// RUN: -DHOW=19
// REASON: aio_read
// RUN: -DHOW=20
// REASON: swapcontext
// RUN: -DHOW=21
// REASON: getcontext
// RUN: -DHOW=22
// REASON: libz.so.1
// RUN: -DHOW=23
// REASON: acct
// RUN: -DHOW=24
// REASON: to a thread
// RUN: -DHOW=25
// REASON: hard limit
// RUN: -DHOW=26
// REASON: /proc/self/statm
#define _GNU_SOURCE
#include <aio.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <mqueue.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/inotify.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>
static char stack[65536], buffer[8];
static int number;
static ucontext_t one, two;
static struct itimerval timer = {{1, 0}, {1, 0}};
static struct aiocb request;
static sigset_t set;
static pthread_t other;
static int run(void* a) { return 0; }
static void nothing(void) {}
static int make(void) {
  getcontext(&two);
  two.uc_stack.ss_sp = stack;
  two.uc_stack.ss_size = sizeof stack;
  makecontext(&two, nothing, 0);
  return setcontext(&two);
}
static int lower(void) {
  struct rlimit limit;
  getrlimit(RLIMIT_NOFILE, &limit);
  limit.rlim_cur = limit.rlim_max = 20;
  return setrlimit(RLIMIT_NOFILE, &limit);
}
static void* thread(void* a) { return 0; }
int main(void) {
  request.aio_buf = buffer;
  request.aio_nbytes = 8;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  pthread_create(&other, 0, thread, 0);
  long result = 0;
  switch (HOW) {
    case 0: result = (long)clone(run, stack + sizeof stack, SIGCHLD | CLONE_VM, 0); break;
    case 1: result = (long)semget(IPC_PRIVATE, 1, 0600); break;
    case 2: result = (long)msgget(IPC_PRIVATE, 0600); break;
    case 3: result = (long)shmget(IPC_PRIVATE, 4096, 0600); break;
    case 4: result = (long)mq_open("/heddle", O_CREAT | O_RDWR, 0600, (void*)0); break;
    case 5: result = (long)alarm(1); break;
    case 6: result = (long)setitimer(ITIMER_REAL, &timer, 0); break;
    case 7: result = (long)pause(); break;
    case 8: result = (long)sigwait(&set, &number); break;
    case 9: result = (long)sigsuspend(&set); break;
    case 10: result = (long)sigqueue(getpid(), SIGUSR1, (union sigval){0}); break;
    case 11: result = (long)timerfd_create(CLOCK_MONOTONIC, 0); break;
    case 12: result = (long)signalfd(-1, &set, 0); break;
    case 13: result = (long)inotify_init(); break;
    case 14: result = (long)syscall(SYS_epoll_create, 1); break;
    case 15: result = (long)syscall(SYS_userfaultfd, 0); break;
    case 16: result = (long)syscall(SYS_io_uring_setup, 1, 0); break;
    case 17: result = (long)ptrace(PTRACE_TRACEME, 0, 0, 0); break;
    case 18: result = (long)waitpid(-1, &number, 0); break;
    case 19: result = (long)aio_read(&request); break;
    case 20: result = (long)swapcontext(&one, &two); break;
    case 21: result = (long)make(); break;
    case 22: result = (long)dlopen("libz.so.1", RTLD_NOW); break;
    case 23: result = (long)syscall(SYS_acct, 0); break;
    case 24: result = (long)pthread_kill(other, SIGUSR1); break;
    case 25: result = (long)lower(); break;
    case 26: result = (long)open("/proc/self/statm", O_RDONLY); break;
  }
  pthread_join(other, 0);
  return result == 12345;
}
