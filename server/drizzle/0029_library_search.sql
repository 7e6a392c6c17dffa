-- Small letters of any writing, by rules that no update of the system changes where the database has such; each is immutable, for columns made of it.
-- They call nothing of ours: a copy of the database makes its tables before it knows our schema's name.
do $$
declare
  rules text := coalesce(
    (select quote_ident(collname) from pg_collation where collname in ('pg_c_utf8', 'und-x-icu')
      and collnamespace = 'pg_catalog'::regnamespace and collencoding in (-1, pg_char_to_encoding('UTF8')) order by collname limit 1),
    '"default"');
begin
  execute format($make$
    create function app_plain_text(value text) returns text language sql immutable strict parallel safe
    as $body$ select lower(normalize(value, NFC) collate %1$s) $body$
  $make$, rules);
  execute format($make$
    create function app_photo_words(name text, tags text[]) returns text language sql immutable parallel safe
    as $body$ select lower(normalize(name || E'\n' || array_to_string(tags, E'\n'), NFC) collate %1$s) $body$
  $make$, rules);
  execute format($make$
    create function app_name_key(name text) returns text language sql immutable parallel safe
    as $body$
      select coalesce(left(string_agg(
        case when part ~ '^[0-9]' then lpad(ltrim(part, '0'), greatest(12, length(ltrim(part, '0'))), '0') else part end, '' order by place), 200), '')
      from (
        select found[1] as part, place from regexp_matches(
          lower(regexp_replace(normalize(left(name, 200), NFKD), U&'[\0300-\036f]', '', 'g') collate %1$s), '[0-9]+|[^0-9]+', 'g'
        ) with ordinality as parts(found, place)
      ) pieces
    $body$
  $make$, rules);
end
$$;
--> statement-breakpoint
ALTER TABLE "media_items"
	ADD COLUMN "words" text GENERATED ALWAYS AS (app_photo_words(filename, tags)) STORED,
	ADD COLUMN "name_key" text COLLATE "C" GENERATED ALWAYS AS (app_name_key(filename)) STORED;--> statement-breakpoint
CREATE INDEX "media_items_user_id_name_key_id_index" ON "media_items" USING btree ("user_id","name_key","id");--> statement-breakpoint
CREATE INDEX "media_items_user_id_file_size_id_index" ON "media_items" USING btree ("user_id","file_size","id");--> statement-breakpoint
-- Who asks is looked up once for a statement and not once for each of two hundred thousand rows.
alter policy own_rows on media_items using (
  user_id = (select nullif(current_setting('app.user_id', true), '')) or (select current_setting('app.system', true) = 'on')
);
--> statement-breakpoint
alter policy own_rows on media_company_links using (
  user_id = (select nullif(current_setting('app.user_id', true), '')) or (select current_setting('app.system', true) = 'on')
);
