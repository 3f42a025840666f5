import { type Kysely, sql } from 'kysely';

/** Renders the comments of the first sample content, which were stored without HTML and appeared blank. */
export async function up(db: Kysely<never>) {
  await sql`update comments
    set html = '<p>' || replace(replace(replace(text, '&', '&amp;'), '<', '&lt;'), '>', '&gt;') || '</p>'
    where html = '' and text <> '' and id in (select "rowId" from "sampleRows" where kind = 'comments')`.execute(db);
}
