-- Searches ignore case and accents in every script, whatever the locale of the database: `folded` is the function
-- `foldText` of domain/folded-text.ts, which says what it folds. Its letters are those of ICU, as in a browser.
do $$ begin
  if not exists (select from pg_collation where collname = 'und-x-icu') then
    raise exception 'VFP needs a PostgreSQL with ICU collations: this one was built without ICU.';
  end if;
end $$;

create function folded(t text) returns text language sql immutable strict parallel safe as $$
  select case when octet_length(t) = length(t) then lower(t collate "C")
  else normalize(
    replace(replace(replace(replace(
      translate(
        regexp_replace(lower(normalize(t, nfkd) collate "und-x-icu") collate "C",
          '[\u00ad\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u061c\u1ab0-\u1aff\u1dc0-\u1dff\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f\ufeff]',
          '', 'g'),
        'øłđðħŧıς‘’‚′ʼ“”„‐‒–—―−⁄',
        'olddhtiσ''''''''''"""------/'),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), nfc)
  end
$$;

-- Addresses of e-mail are compared without case, in every script.
create function lowered(t text) returns text language sql immutable strict parallel safe as $$
  select lower(normalize(t, nfkc) collate "und-x-icu")
$$;
