import { useEffect } from 'react';

/** A screen of a few words: what is the matter, and ways on. */
export function Plain({ title, text, children }: { title: string; text: string; children: React.ReactNode }) {
  useEffect(() => {
    document.title = `${title} · 管理后台`;
  }, [title]);
  return (
    <section className="plain" role="alert">
      <h1>{title}</h1>
      <p>{text}</p>
      <div>{children}</div>
    </section>
  );
}
