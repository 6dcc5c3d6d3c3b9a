-- Up Migration

-- Directory: the logos of merchants, the same for all users. A row is inserted with the first transaction that
-- has the address. The picture is fetched when it is first shown.
create table logos (
  -- SHA-256 of the address.
  digest bytea primary key,
  url text not null,
  -- When the address was last requested, and the result. The two columns are null if there was no picture.
  asked_at timestamptz,
  content_type text,
  picture bytea,
  check ((content_type is null) = (picture is null)),
  check (octet_length(picture) <= 100000)
);
-- Logos with a picture, by age: the oldest pictures are deleted when there are too many.
create index logos_kept on logos (asked_at) where picture is not null;

insert into logos (digest, url)
select distinct sha256(convert_to(logo_url, 'UTF8')), logo_url
from transactions
where logo_url is not null;

-- Down Migration

drop table logos;
