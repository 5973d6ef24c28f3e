-- A used code may be shown again by its sign-up, so codes are looked up whether or not they are used.
drop index codes_open;
create index codes_email on codes (email, purpose);
create index codes_subject on codes (subject);
