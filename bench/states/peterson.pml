/* As peterson.c: each access of shared memory is a statement. */
byte level[N], last[N], inside;

active [N] proctype work() {
  byte l, k, seen;
  do
  :: l = 1;
     do
     :: l < N ->
        level[_pid] = l;
        last[l] = _pid;
        k = 0;
        do
        :: k < N && k == _pid -> k++
        :: k < N && k != _pid ->
           atomic { seen = level[k] };
           if
           :: seen >= l -> atomic { seen = last[l] };
              if
              :: seen != _pid -> k++
              :: else
              fi
           :: else -> k++
           fi
        :: k == N -> break
        od;
        l++
     :: l == N -> break
     od;
     atomic { inside++; seen = inside };
     assert(seen == 1);
     inside--;
     level[_pid] = 0
  od
}
