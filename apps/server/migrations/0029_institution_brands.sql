-- Up Migration

-- The color and logo of an item's institution, as the aggregator sends them.
alter table items
  add column brand_color text check (brand_color ~ '^#[0-9a-f]{6}$'),
  -- The digest of the picture in `logos`.
  add column brand_logo bytea check (octet_length(brand_logo) = 32),
  -- When they were last fetched. Null means never.
  add column brand_fetched_at timestamptz;

-- The aggregator sends the logos of institutions as pictures instead of addresses. Their digest is that of the picture.
alter table logos
  alter column url drop not null,
  add constraint logos_fetchable check (url is not null or picture is not null);

-- Down Migration

delete from logos
where url is null;

alter table logos
  drop constraint logos_fetchable,
  alter column url set not null;

alter table items
  drop column brand_color,
  drop column brand_logo,
  drop column brand_fetched_at;
