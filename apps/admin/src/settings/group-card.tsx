import { Alert, Button } from 'antd';
import { Beside, type Facts } from './beside.tsx';
import { type Field, type Group, type Value, valueAt, withValueAt } from './field-of.ts';
import { FieldRow } from './field-row.tsx';
import type { Fault } from './use-settings.ts';

type Props = {
  group: Group;
  value: Value;
  changed: Field[];
  fault: Fault | undefined;
  isLocked: boolean;
  facts: Facts;
  onChange: (value: Value) => void;
  catchUp: (keep: boolean) => void;
};

/** One group, saved by itself. */
export function GroupCard({ group, value, changed, fault, isLocked, facts, onChange, catchUp }: Props) {
  const { name, title, about, fields } = group;
  const atFault = fault && fields.find(({ path }) => isAt(fault.field, path));
  return (
    <section className="group" id={`set-${name}`} aria-label={title} tabIndex={-1}>
      <header>
        <h2>{title}</h2>
        {about && <p>{about}</p>}
      </header>
      {fault && !atFault && <Refusal fault={fault} catchUp={catchUp} />}
      {fields.map((field) => {
        const isWhole = field.kind === 'contacts';
        return (
          <FieldRow
            key={field.path}
            id={`${name}.${field.path}`}
            field={field}
            value={isWhole ? value : valueAt(value, field.path)}
            isChanged={changed.includes(field)}
            fault={atFault === field ? fault?.text : undefined}
            isLocked={isLocked}
            onChange={(next) => onChange(isWhole ? (next as Value) : withValueAt(value, field.path, next))}
          />
        );
      })}
      <Beside group={group} isChanged={changed.length > 0} isLocked={isLocked} facts={facts} />
    </section>
  );
}

/** `hold.3` lies in the field `hold`. */
function isAt(place: string, path: string) {
  return place === path || place.startsWith(`${path}.`);
}

function Refusal({ fault, catchUp }: { fault: Fault; catchUp: (keep: boolean) => void }) {
  const ways = (
    <span className="ways">
      <Button size="small" onClick={() => catchUp(false)}>
        看新的内容
      </Button>
      <Button size="small" onClick={() => catchUp(true)}>
        留着我写的
      </Button>
    </span>
  );
  return <Alert type="warning" showIcon title={fault.text} action={fault.isStale && ways} />;
}
