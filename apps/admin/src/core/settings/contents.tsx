import type { Section } from '@mojian/contract/core/settings-fields/field';
import { Input } from 'antd';
import { useEffect, useState } from 'react';

type Props = { sections: Section[]; changed: string[]; words: string; onSearch: (words: string) => void };

/** The way to each group: a dot where something is changed. */
export function Contents({ sections, changed, words, onSearch }: Props) {
  const names = sections.flatMap(({ groups }) => groups.map(({ name }) => name));
  const here = useHere(names);
  return (
    <nav className="contents" aria-label="设置目录">
      <Input
        type="search"
        aria-label="找一项设置"
        placeholder="找一项设置"
        value={words}
        allowClear
        onChange={(event) => onSearch(event.target.value)}
      />
      {sections.map(({ title, groups }) => (
        <section key={title}>
          <h2>{title}</h2>
          {groups.map((group) => (
            <a
              key={group.name}
              href={`#set-${group.name}`}
              aria-current={here === group.name ? 'location' : undefined}
              onClick={(event) => goTo(event, group.name)}
            >
              {group.title}
              {changed.includes(group.name) && <i role="img" aria-label="有没保存的改动" />}
            </a>
          ))}
        </section>
      ))}
    </nav>
  );
}

/** Without a new entry in the history, and with the keyboard where the eyes are. */
function goTo(event: React.MouseEvent, name: string) {
  const group = document.getElementById(`set-${name}`);
  if (!group) return;
  event.preventDefault();
  group.scrollIntoView();
  group.focus({ preventScroll: true });
}

/** The group that is being read: the first that reaches into the upper part of the window. */
function useHere(names: string[]) {
  const [here, setHere] = useState(names[0]);
  const known = names.join();
  useEffect(() => {
    const seen = new Set<string>();
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) seen[isIntersecting ? 'add' : 'delete'](target.id.slice(4));
        const first = known.split(',').find((name) => seen.has(name));
        if (first) setHere(first);
      },
      { rootMargin: '-80px 0px -60% 0px' },
    );
    for (const name of known.split(',')) {
      const group = document.getElementById(`set-${name}`);
      if (group) observer.observe(group);
    }
    return () => observer.disconnect();
  }, [known]);
  return here;
}
