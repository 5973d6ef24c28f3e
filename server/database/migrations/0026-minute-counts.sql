-- What somebody has taken of a minute's allowance on all processes together. Lost in a crash and not in any copy: a minute later
-- nobody asks for it.
create unlogged table minute_counts (
  minute bigint not null,
  key text not null,
  count bigint not null,
  primary key (minute, key)
);
