import { isOwnersOnly } from '@mojian/contract/core/owner-settings';
import type { Field, Group, Value } from '@mojian/contract/core/settings-fields/field';
import { Icon } from '@mojian/ui/icon';
import { Alert, Button } from 'antd';
import { memo } from 'react';
import { useOffice } from '../../platform/shell/use-office.ts';
import { Beside } from './beside.tsx';
import { type CardProps, isSameCard } from './card-props.ts';
import { valueAt, withValueAt } from './field-of.ts';
import { FieldRow } from './field-row.tsx';
import { FoldedPart } from './folded-part.tsx';
import { placesOfFaults } from './place-of-fault.ts';
import { Preview } from './previews/preview.tsx';
import type { Refused } from './use-settings.ts';
import './group-card.css';

/** One group, saved by itself. A page of them is drawn anew where something is typed, not all over. */
export const GroupCard = memo(Card, isSameCard);

function Card({ group, value, changed, refused, isOpen, isLocked, facts, ...acts }: CardProps) {
  const { name, title, about, fields, parts = [] } = group;
  const isOwner = useOffice().may('settings.own');
  const { at, others } = placesOfFaults(fields, refused?.faults ?? []);
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
  const besides = { isChanged: changed.length > 0, isLocked, facts };
  return (
    <section className="group" id={`set-${name}`} aria-label={title} tabIndex={-1}>
      <header>
        <h2>{title}</h2>
        {about && <p>{about}</p>}
      </header>
      {!isLocked && !isOwner && <OwnersOnly group={group} />}
      {refused && others.length > 0 && <Refusal {...refused} text={others.join('；')} catchUp={acts.catchUp} />}
      {parts.map((part) => (
        <FoldedPart
          key={part.title}
          part={part}
          isFilled={valueAt(value, part.sign) !== ''}
          mustShow={isOpen === true || part.fields.some((field) => changed.includes(field) || at.has(field))}
        >
          {part.fields.map(rowOf)}
          <Beside name={name} tests={part.tests} addresses={part.addresses} {...besides} />
        </FoldedPart>
      ))}
      {parts.length === 0 && fields.map(rowOf)}
      <Preview name={name} value={value} currentOf={acts.currentOf} />
      <Beside name={name} tests={group.tests} addresses={group.addresses} {...besides} />
    </section>
  );
}

/** What an admin sees and cannot change, with the reason. */
function OwnersOnly({ group: { name, fields } }: { group: Group }) {
  const own = fields.filter(({ path }) => isOwnersOnly(name, path));
  if (own.length === 0) return null;
  const which = own.length === fields.length ? '这一组' : own.map(({ label }) => `「${label}」`).join('');
  return (
    <p className="owners-only">
      <Icon name="lock" />
      {which}只有站长能改：它管着登录、备份，或者让服务器去连别处。
    </p>
  );
}

type RefusalProps = Pick<Refused, 'isStale'> & { text: string; catchUp: (keep: boolean) => void };

function Refusal({ text, isStale, catchUp }: RefusalProps) {
  const ways = (
    <span className="ways">
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
