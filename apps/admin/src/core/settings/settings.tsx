import { useState } from 'react';
import { useLoaderData } from 'react-router';
import { api } from '../../platform/http-api.ts';
import { useOffice } from '../../platform/shell/use-office.ts';
import { Contents } from './contents.tsx';
import { findGroups } from './find-groups.ts';
import { GroupCard } from './group-card.tsx';
import { SaveBar } from './save-bar.tsx';
import { useLeaving } from './use-leaving.ts';
import { useSettings } from './use-settings.ts';
import { useWayToFault } from './use-way-to-fault.ts';
import './settings.css';

export const loader = async () => {
  const [groups, facts] = await Promise.all([api.settings.list(), api.selfTests.facts()]);
  return { groups, facts };
};

/** All settings of the site, on one page. What is changed stays here until it is saved, each group by itself. */
export function Component() {
  const { groups, facts } = useLoaderData<typeof loader>();
  const settings = useSettings(groups);
  const [words, setWords] = useState('');
  const { may, has } = useOffice();
  const isLocked = !may('settings.change');
  const found = findGroups(words, has);
  const changed = new Map(settings.changed.map(({ group, fields }) => [group.name, fields]));
  const count = settings.changed.reduce((sum, { fields }) => sum + fields.length, 0);
  useLeaving(count > 0);

  const save = async () => {
    const refused = await settings.save();
    // what was refused is shown, whatever is looked for
    if (refused.length > 0) setWords('');
    return refused;
  };
  useWayToFault(settings.isSaving);

  return (
    <>
      <div className="page-head">
        <h1>站点设置</h1>
        <p>{isLocked ? '演示模式，不允许操作：可以看，不能改。' : '改动按下保存才生效，一按下就对所有人生效。'}</p>
      </div>
      <div className="settings">
        <Contents sections={found} changed={[...changed.keys()]} words={words} onSearch={setWords} />
        <div className="groups">
          {found.length === 0 && <p className="nothing">没有叫「{words}」的设置。</p>}
          {found.flatMap(({ groups }) =>
            groups.map((group) => (
              <GroupCard
                key={group.name}
                group={group}
                value={settings.currentOf(group.name)}
                changed={changed.get(group.name) ?? []}
                refused={settings.refused[group.name]}
                isLocked={isLocked}
                isOpen={words.trim() !== ''}
                currentOf={settings.currentOf}
                facts={facts}
                onChange={(value) => settings.change(group.name, value)}
                catchUp={(keep) => settings.catchUp(group.name, { keep })}
              />
            )),
          )}
          {count > 0 && (
            <SaveBar
              count={count}
              isSaving={settings.isSaving}
              save={save}
              undo={() => settings.forget([...changed.keys()])}
            />
          )}
        </div>
      </div>
    </>
  );
}
