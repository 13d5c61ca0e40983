/* As bounded_buffer.c. Who waits is woken by a signal, any one of them; there are no signals that nobody sent. */
bool locked;
byte count;
byte waiting[2]; /* for a place, for an item */
byte woken[2];

#define lock() atomic { !locked -> locked = true }

active [N] proctype work() {
  bool fills = _pid % 2;
  do
  :: lock();
     do
     :: count == (fills -> 2 : 0) ->
        atomic { waiting[fills]++; locked = false };
        atomic { woken[fills] > 0 -> woken[fills]--; };
        lock()
     :: else -> break
     od;
     count = count + (fills -> 1 : -1);
     assert(count >= 0 && count <= 2);
     atomic {
       if
       :: waiting[1 - fills] > 0 -> waiting[1 - fills]--; woken[1 - fills]++
       :: else
       fi
     };
     locked = false
  od
}
