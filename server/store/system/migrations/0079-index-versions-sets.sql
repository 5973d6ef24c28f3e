-- What each set of questions gave with this version: [{name, figures}], as in `figures`; null when it was not measured.
alter table index_versions add column sets jsonb;
