import { useState } from 'react';
import { Link } from 'react-router';
import { useOffice } from '../shell/office.tsx';
import './writings.css';

/** Links to the member's admin page, or to their public page for staff who may not read members. */
export function Person({ id, nickname }: { id: number | null; nickname: string }) {
  const mayRead = useOffice().may('users.read');
  if (id === null) return nickname;
  return mayRead ? <Link to={`/users/${id}`}>{nickname}</Link> : <a href={`/user/${id}`}>{nickname}</a>;
}

/** Field of a member, with a link to their page; the nickname is exported. */
export function person(title: string) {
  return {
    title,
    isTight: true,
    cell: (value: { id: number | null; nickname: string }) => <Person {...value} />,
    csv: ({ nickname }: { nickname: string }) => nickname,
  };
}

/** About four lines of a list. */
const foldedLength = 160;

/** Folds long text until it is expanded. */
export function LongText({ text, quiet = false }: { text: string; quiet?: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const isLong = text.length > foldedLength || text.split('\n').length > 4;
  const names = ['writing-text', quiet && 'quiet', isLong && !isOpen && 'writing-text-long'].filter(Boolean).join(' ');
  return (
    <>
      <span className={names}>{text}</span>
      {isLong && (
        <button type="button" className="writing-unfold" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? '收起' : '展开'}
        </button>
      )}
    </>
  );
}
