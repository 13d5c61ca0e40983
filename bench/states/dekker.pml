/* As dekker.c. */
byte wants[2], turn, inside;

active [N] proctype work() {
  byte seen;
  do
  :: wants[_pid] = 1;
     do
     :: seen = wants[1 - _pid];
        if
        :: seen -> seen = turn;
           if
           :: seen != _pid ->
              wants[_pid] = 0;
              do
              :: seen = turn;
                 if
                 :: seen == _pid -> break
                 :: else
                 fi
              od;
              wants[_pid] = 1
           :: else
           fi
        :: else -> break
        fi
     od;
     atomic { inside++; seen = inside };
     assert(seen == 1);
     inside--;
     turn = 1 - _pid;
     wants[_pid] = 0
  od
}
