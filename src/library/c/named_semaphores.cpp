// sem_open: semaphores that are found by their names. They belong to the run: the system's would be there in the next one.
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>

#include "library/c/objects.h"

namespace {

struct Named {
  sem_t semaphore;  // comes first: the program has a pointer to it
  char* name;       // null once it is unlinked
  int references;
  Named* next;
};
Named* all;
pthread_mutex_t lock;

Named** find(const char* name) {
  Named** at = &all;
  while (*at != nullptr && ((*at)->name == nullptr || strcmp((*at)->name, name) != 0)) at = &(*at)->next;
  return at;
}

// One that nobody can reach any more goes away.
void drop(Named* gone) {
  if (gone->references > 0 || gone->name != nullptr) return;
  Named** at = &all;
  while (*at != gone) at = &(*at)->next;
  *at = gone->next;
  sem_destroy(&gone->semaphore);
  free(gone);
}

sem_t* fail(int error) {
  errno = error;
  return SEM_FAILED;
}

sem_t* open_named(const char* name, int flags, unsigned value) {
  Named* there = *find(name);
  if (there != nullptr && (flags & (O_CREAT | O_EXCL)) == (O_CREAT | O_EXCL)) return fail(EEXIST);
  if (there == nullptr) {
    if (!(flags & O_CREAT)) return fail(ENOENT);
    if (value > static_cast<unsigned>(SEM_VALUE_MAX)) return fail(EINVAL);
    there = static_cast<Named*>(calloc(1, sizeof(Named)));
    there->name = strdup(name);
    sem_init(&there->semaphore, 1, value);
    there->next = all;
    all = there;
  }
  ++there->references;
  return &there->semaphore;
}

}  // namespace

HEDDLE_WEAK sem_t* sem_open(const char* name, int flags, ...) noexcept {
  unsigned value = 0;
  if (flags & O_CREAT) {
    __builtin_va_list list;
    __builtin_va_start(list, flags);
    static_cast<void>(__builtin_va_arg(list, unsigned));  // permissions
    value = __builtin_va_arg(list, unsigned);
    __builtin_va_end(list);
  }
  pthread_mutex_lock(&lock);
  sem_t* found = open_named(name, flags, value);
  pthread_mutex_unlock(&lock);
  return found;
}
HEDDLE_WEAK int sem_close(sem_t* semaphore) noexcept {
  pthread_mutex_lock(&lock);
  auto* named = reinterpret_cast<Named*>(semaphore);
  --named->references;
  drop(named);
  pthread_mutex_unlock(&lock);
  return 0;
}
HEDDLE_WEAK int sem_unlink(const char* name) noexcept {
  pthread_mutex_lock(&lock);
  Named* named = *find(name);
  if (named != nullptr) {
    free(named->name);
    named->name = nullptr;
    drop(named);
  }
  pthread_mutex_unlock(&lock);
  if (named != nullptr) return 0;
  errno = ENOENT;
  return -1;
}
