import type { Field, Group, Part, Value } from '@mojian/contract/core/settings-fields/field';
import { isOwnersOnly } from '@mojian/contract/core/settings-fields/sections';
import type { selfTests } from '@mojian/contract/operations/self-tests';
import type { Reply } from '@mojian/contract/platform/endpoint';
import { Icon } from '@mojian/ui/icon';
import { Alert, Button, Typography } from 'antd';
import { memo, type ReactNode, useState } from 'react';
import { ForInstaller } from '../../platform/shell/for-installer.tsx';
import { useOffice } from '../../platform/shell/office.tsx';
import { Control } from './control.tsx';
import { assignFaults, valueAt, withValueAt } from './fields.ts';
import { MailPresets } from './mail-presets.tsx';
import { SettingPreview } from './previews.tsx';
import { SelfTests } from './self-tests.tsx';
import type { SaveRefusal } from './use-settings.tsx';
import './group-card.css';

/** Draws one settings group; memoized, so that typing redraws one card, not the page. */
export const GroupCard = memo(Card, isSameCard);

function Card({ group, value, changed, refused, isOpen, isLocked, facts, ...acts }: CardProps) {
  const { name, title, about, fields, parts: subsections = [] } = group;
  const isOwner = useOffice().may('settings.own');
  const { at, others } = assignFaults(fields, refused?.faults ?? []);
  const rowOf = (field: Field) => {
    const isWhole = field.kind === 'contacts';
    return (
      <FieldRow
        key={field.path}
        id={`${name}.${field.path}`}
        field={field}
        value={isWhole ? value : valueAt(value, field.path)}
        isChanged={changed.includes(field)}
        fault={at.get(field)}
        isLocked={isLocked || (!isOwner && isOwnersOnly(name, field.path))}
        onChange={(next) => acts.onChange(isWhole ? (next as Value) : withValueAt(value, field.path, next))}
      />
    );
  };
  const [plain, installers] = [
    fields.filter(({ forInstaller }) => !forInstaller),
    subsections.length > 0 ? [] : fields.filter(({ forInstaller }) => forInstaller),
  ];
  /** Filled in, changed or refused: not to be hidden. */
  const isSeen = (field: Field) => changed.includes(field) || at.has(field) || valueAt(value, field.path) !== '';
  const besides = { isChanged: changed.length > 0, isLocked, facts };
  return (
    <section className="card group-card" id={`set-${name}`} aria-label={title} tabIndex={-1}>
      <header>
        <h2>{title}</h2>
        {about && <p>{about}</p>}
      </header>
      {!isLocked && !isOwner && <OwnersOnly group={group} />}
      {refused && others.length > 0 && <Refusal {...refused} text={others.join('；')} catchUp={acts.catchUp} />}
      {name === 'mail' && <MailPresets value={value} isLocked={isLocked || !isOwner} onChange={acts.onChange} />}
      {subsections.map((part) => (
        <FoldedPart
          key={part.title}
          part={part}
          isFilled={valueAt(value, part.sign) !== ''}
          mustShow={isOpen === true || part.fields.some((field) => changed.includes(field) || at.has(field))}
        >
          {part.fields.map(rowOf)}
          <GroupExtras name={name} tests={part.tests} addresses={part.addresses} {...besides} />
        </FoldedPart>
      ))}
      {subsections.length === 0 && plain.map(rowOf)}
      <SettingPreview name={name} value={value} currentOf={acts.currentOf} />
      <GroupExtras name={name} tests={group.tests} addresses={group.addresses} {...besides} />
      {installers.length > 0 && (
        <ForInstaller inCard isOpen={isOpen === true || installers.some((field) => isSeen(field))}>
          {installers.map(rowOf)}
        </ForInstaller>
      )}
    </section>
  );
}

function OwnersOnly({ group: { name, fields } }: { group: Group }) {
  const own = fields.filter(({ path }) => isOwnersOnly(name, path));
  if (own.length === 0) return null;
  const which = own.length === fields.length ? '这一组' : own.map(({ label }) => `「${label}」`).join('');
  return (
    <p className="group-card-owners-only">
      <Icon name="lock" />
      {which}只有站长能改：它管着登录、备份，或者让服务器去连别处。
    </p>
  );
}

type RefusalProps = Pick<SaveRefusal, 'isStale'> & { text: string; catchUp: (keep: boolean) => void };

function Refusal({ text, isStale, catchUp }: RefusalProps) {
  const ways = (
    <span className="button-row">
      <Button size="small" onClick={() => catchUp(false)}>
        查看最新内容
      </Button>
      <Button size="small" onClick={() => catchUp(true)}>
        保留我写的
      </Button>
    </span>
  );
  return <Alert type="warning" showIcon title={text} action={isStale && ways} />;
}

type CardProps = {
  group: Group;
  value: Value;
  changed: Field[];
  refused: SaveRefusal | undefined;
  isLocked: boolean;
  /** Shows folded parts while somebody searches. */
  isOpen?: boolean;
  facts: Facts;
  onChange: (value: Value) => void;
  catchUp: (keep: boolean) => void;
  /** Value of another group, for previews that show several. */
  currentOf: (name: string) => Value;
};

/** Groups whose preview shows others as well. */
const previewDependencies: Record<string, string[]> = {
  footer: ['identity', 'author'],
  menu: ['identity'],
  look: ['identity'],
};

/** Compares what a card shows; its callbacks may be older. */
function isSameCard(before: CardProps, after: CardProps) {
  const compared = ['group', 'value', 'refused', 'isLocked', 'isOpen', 'facts'] as const;
  const others = previewDependencies[after.group.name] ?? [];
  return (
    compared.every((name) => before[name] === after[name]) &&
    before.changed.map(({ path }) => path).join() === after.changed.map(({ path }) => path).join() &&
    others.every((name) => before.currentOf(name) === after.currentOf(name))
  );
}

type Props = {
  id: string;
  field: Field;
  value: unknown;
  isChanged: boolean;
  fault: string | undefined;
  isLocked: boolean;
  onChange: (value: unknown) => void;
};

function FieldRow({ id, field, value, isChanged, fault, isLocked, onChange }: Props) {
  const { label, hint } = field;
  const about = [hint && `${id}-hint`, fault && `${id}-fault`].filter(Boolean).join(' ') || undefined;
  return (
    <div className="field">
      <div>
        <label htmlFor={id} id={`${id}-label`}>
          {label}
          {isChanged && <em>已改</em>}
        </label>
        {hint && <p id={`${id}-hint`}>{hint}</p>}
      </div>
      <div className="field-control">
        <Control
          id={id}
          field={field}
          value={value}
          about={about}
          isLocked={isLocked}
          onChange={onChange}
          isWrong={fault !== undefined}
        />
        {fault && (
          <p className="field-fault" id={`${id}-fault`} role="alert">
            {fault}
          </p>
        )}
      </div>
    </div>
  );
}

type FoldedPartProps = { part: Part; isFilled: boolean; mustShow: boolean; children: ReactNode };

function FoldedPart({ part, isFilled, mustShow, children }: FoldedPartProps) {
  const [isOpened, setOpened] = useState(isFilled);
  return (
    <details
      className="group-card-folded"
      open={isOpened || mustShow}
      onToggle={(event) => setOpened(event.currentTarget.open)}
    >
      <summary>
        <Icon name="down" />
        <b>{part.title}</b>
        <span className={isFilled ? 'state state-ok' : 'state'}>{isFilled ? '已填写' : '未填写'}</span>
      </summary>
      {children}
    </details>
  );
}

export type Facts = Reply<typeof selfTests.facts>;

type GroupExtrasProps = Pick<Group, 'name' | 'addresses' | 'tests'> & {
  isChanged: boolean;
  isLocked: boolean;
  facts: Facts;
};

/** Shows addresses to copy, facts of the environment and the self-tests. */
function GroupExtras({ name, addresses = [], tests = [], isChanged, isLocked, facts }: GroupExtrasProps) {
  const fact = environmentFact(name, facts);
  return (
    <>
      {addresses.map(({ label, path }) => (
        <div className="field" key={path}>
          <b>{label}</b>
          <Typography.Text className="field-address" copyable={{ tooltips: ['复制', '复制成功'] }}>
            {facts.siteUrl + path}
          </Typography.Text>
        </div>
      ))}
      {fact && (
        <div className="field">
          <b>{fact.label}</b>
          <span className="field-address">{fact.text}</span>
        </div>
      )}
      {tests.length > 0 && <SelfTests tests={tests} isChanged={isChanged} isLocked={isLocked} />}
    </>
  );
}

function environmentFact(name: string, { storage, hasSmtpUrl }: Facts) {
  if (name === 'storage') return { label: '放在', text: storage || '本机的数据目录里' };
  if (name === 'mail') return { label: '装站时给的', text: hasSmtpUrl ? '有一台；上面填了就用上面的' : '没有' };
  return undefined;
}
