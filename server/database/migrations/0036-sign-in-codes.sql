-- A code that signs in an account that is there already: accounts for trying have no password.
alter table codes drop constraint codes_purpose_check;
alter table codes add constraint codes_purpose_check check (purpose in ('VERIFY', 'RESET', 'SIGN_IN'));
