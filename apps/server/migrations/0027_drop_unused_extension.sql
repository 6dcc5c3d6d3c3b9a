-- Up Migration

-- 0003 used to create pg_trgm, which nothing uses. Another role's extension, or one that something else
-- uses, belongs to the operator and stays.
do $$
begin
  drop extension if exists pg_trgm;
exception
  when insufficient_privilege or dependent_objects_still_exist then null;
end
$$;
