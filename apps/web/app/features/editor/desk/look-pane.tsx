import type { EditorView } from '@codemirror/view';
import type { Upload } from '@mojian/contract/files';
import type { EditorParts, Writing } from '../editor-parts.ts';
import { ForeignPictures } from '../pictures/foreign-pictures.tsx';
import type { PictureSizes } from '../preview/picture-sizes.ts';
import { Preview } from '../preview/preview.tsx';

type Props = { writing: Writing; view: EditorView | null; sizes: PictureSizes; siteOrigin: string; calls: EditorParts['reading'] };

/** The article as its page will show it. */
export function LookPane({ writing, view, sizes, siteOrigin, calls }: Props) {
  const { title, markdown, readType } = writing.content;
  const take = (url: string): Promise<Upload> => calls.files.take({ body: { url } });
  return (
    <section className="desk-look" aria-label="预览">
      <Preview
        title={title}
        markdown={writing.markdown}
        version={markdown}
        siteOrigin={siteOrigin}
        locked={readType !== 0}
        sizes={sizes}
        view={view}
        notice={(foreign) => <ForeignPictures foreign={foreign} view={view} take={take} onArrived={sizes.remember} />}
      />
    </section>
  );
}
