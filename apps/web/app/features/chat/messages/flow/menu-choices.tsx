import type { ChatMessage, Room } from '@mojian/contract/chat/messages';
import type { Me } from '@mojian/contract/core/sessions';
import { Failure } from '@mojian/contract/platform/failures';
import { withdrawSeconds } from '@mojian/contract/platform/rules';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { Ask } from '../../../../ui/card-dialog.tsx';
import { copyText } from '../../../../ui/copy-text.ts';
import { toast } from '../../../../ui/toast.ts';
import { ReportDialog } from '../../../community/reports/report-dialog.tsx';
import type { Chat } from '../chat.ts';
import { BlockDialog } from '../room/block-dialog.tsx';
import type { ToWrite } from './row-acts.ts';
import { textOfPieces } from './rows.ts';

/** Actions on a chat message, in the order of the menu. */
export const choices = {
  copy: { words: '复制', icon: 'copy' },
  link: { words: '复制链接', icon: 'link' },
  quote: { words: '引用', icon: 'quote' },
  call: { words: '@ TA', icon: 'at' },
  talk: { words: '私聊', icon: 'chat' },
  release: { words: '通过', icon: 'ok' },
  withdraw: { words: '撤回', icon: 'undo' },
  remove: { words: '移除', icon: 'minus' },
  report: { words: '举报', icon: 'warn' },
  block: { words: '拉黑', icon: 'lock' },
  unblock: { words: '解除拉黑', icon: 'lock' },
  hide: { words: '删除', icon: 'x' },
} as const;

export type Opened = {
  message: ChatMessage;
  /** Element that gets the focus back. */
  from: HTMLElement;
  at: { x: number; y: number };
  isByTouch: boolean;
  /** The address of the link under the pointer. */
  link: string | undefined;
};

export type Choice = keyof typeof choices;

type ChoicesOptions = {
  message: ChatMessage;
  room: Room;
  /** Null for visitors, who may only read. */
  me: Me | null;
  isBlocked: boolean;
  /** Whether there is a link under the pointer. */
  isOnLink: boolean;
  /** Server time in milliseconds. */
  now: number;
};

const orderKeepers: Me['role'][] = ['owner', 'admin', 'moderator'];

/** Whether the member moderates the group. */
export function keepsOrder(me: Me | null): boolean {
  return me !== null && orderKeepers.includes(me.role);
}

export function choicesFor(options: ChoicesOptions): Choice[] {
  const { message, room, me } = options;
  if (me === null) return inOrder(forReading(options));
  const isOwn = message.sender.id === me.id;
  const isThere = message.state === 'shown' || message.state === 'held';
  if (!isThere) return ['hide'];
  const may = {
    ...forReading(options),
    ...(isOwn ? forOwn(options) : forOthers(options)),
    ...forStaff(options, isOwn),
  };
  const inGroup = room.kind === 'group';
  const isOpen = room.closed === '' && !room.blocked && message.state === 'shown';
  const all = { ...may, quote: isOpen, call: isOpen && inGroup && !isOwn, talk: inGroup && !isOwn, hide: true };
  return inOrder(all);
}

function inOrder(may: Partial<Record<Choice, boolean>>) {
  return (Object.keys(choices) as Choice[]).filter((choice) => may[choice]);
}

function forReading({ message, isOnLink }: ChoicesOptions) {
  return { copy: message.pieces.some(({ text }) => text !== ''), link: isOnLink };
}

function forOwn({ message, now }: ChoicesOptions) {
  return { withdraw: now - Date.parse(message.createdAt) < withdrawSeconds * 1000 };
}

function forOthers({ message, isBlocked }: ChoicesOptions) {
  return { report: message.state === 'shown', block: !isBlocked, unblock: isBlocked };
}

function forStaff({ message, room, me }: ChoicesOptions, isOwn: boolean) {
  const mayKeepOrder = room.kind === 'group' && keepsOrder(me);
  return { remove: mayKeepOrder && !isOwn, release: mayKeepOrder && message.state === 'held' };
}

type ChoosingOptions = { chat: Chat; toWrite: ToWrite };
type ChoosingRequest = { about: 'hide' | 'block' | 'remove' | 'report'; message: ChatMessage };

/** Runs the chosen action; `question` is the confirmation dialog of an irreversible one. */
export function useChoosing({ chat, toWrite }: ChoosingOptions) {
  const [pending, setPending] = useState<ChoosingRequest>();
  const navigate = useNavigate();
  const acts: Record<Choice, (opened: Opened) => unknown> = {
    copy: ({ message, from }) => copy(selectedIn(from) || textOfPieces(message.pieces)),
    link: ({ link }) => copy(link ?? ''),
    quote: ({ message }) => toWrite.quote(message),
    call: ({ message }) => toWrite.call(message.sender),
    talk: ({ message }) => navigate(`/im?userId=${message.sender.id}`),
    release: ({ message }) => chat.release(message),
    withdraw: ({ message }) => withdraw(chat, message),
    remove: ({ message }) => setPending({ about: 'remove', message }),
    report: ({ message }) => setPending({ about: 'report', message }),
    block: ({ message }) => setPending({ about: 'block', message }),
    unblock: ({ message }) => chat.unblock(message.sender.id),
    hide: ({ message }) => setPending({ about: 'hide', message }),
  };
  const close = () => setPending(undefined);
  const question = pending && <Question pending={pending} chat={chat} close={close} />;
  return { run: (choice: Choice, opened: Opened) => void acts[choice](opened), question };
}

function Question({
  pending: { about, message },
  chat,
  close,
}: {
  pending: ChoosingRequest;
  chat: Chat;
  close: () => void;
}) {
  if (about === 'report')
    return <ReportDialog title="举报这条消息" report={(reason) => report(chat, message, reason)} close={close} />;
  if (about === 'block')
    return (
      <BlockDialog
        chat={chat}
        peer={message.sender}
        said={message.state === 'shown' ? message : undefined}
        block={({ id }) => void chat.block(id)}
        close={close}
      />
    );
  const { question, words, yes, act } = questions(chat, message)[about];
  const onYes = () => {
    close();
    void act();
  };
  return <Ask question={question} about={words} yes={yes} onYes={onYes} close={close} />;
}

function questions(chat: Chat, message: ChatMessage) {
  const name = message.sender.nickname;
  return {
    hide: {
      question: '删除这条消息？',
      words: '只在你这里删除，别人那里还在；删除后不能恢复。',
      yes: '删除',
      act: () => chat.hide(message),
    },
    remove: {
      question: `移除${name}的这条消息？`,
      words: '所有人都看不到它了，那里会留下一行说明。',
      yes: '移除',
      act: () => chat.withdraw(message),
    },
  };
}

/** Keeps the dialog open after a failure, which a toast has reported. */
async function report(chat: Chat, message: ChatMessage, reason: string) {
  if (!(await chat.report(message, reason))) throw new Failure('unexpected', '提交失败，请重试');
}

async function withdraw(chat: Chat, message: ChatMessage) {
  // saved first: the event of the withdrawal may arrive before the reply
  keepText(message.sender.id, message.id, textOfPieces(message.pieces));
  if (!(await chat.withdraw(message))) forgetText(message.sender.id, message.id);
}

async function copy(text: string) {
  const isCopied = await copyText(text);
  toast(isCopied ? 'success' : 'error', isCopied ? '已复制' : '复制失败，请手动选中');
}

/** Returns the text selected within a row; '' where the selection is elsewhere. */
function selectedIn(from: HTMLElement) {
  const [selection, row] = [getSelection(), from.closest('.chat-row')];
  const isWithin =
    row && selection?.anchorNode && row.contains(selection.anchorNode) && row.contains(selection.focusNode);
  return isWithin ? selection.toString().trim() : '';
}

/** Milliseconds a withdrawn text can be restored by its sender in this tab. */
const offered = 5 * 60_000;
const texts = new Map<string, { text: string; until: number }>();

/** Keeps the text of a chat message that is being withdrawn, for its sender only. */
export function keepText(viewerId: number, messageId: number, text: string, now = Date.now()) {
  for (const [key, { until }] of texts) if (until < now) texts.delete(key);
  if (text) texts.set(`${viewerId} ${messageId}`, { text, until: now + offered });
}

/** Drops the text saved for 重新编辑, after a withdrawal that failed. */
export function forgetText(viewerId: number, messageId: number) {
  texts.delete(`${viewerId} ${messageId}`);
}

/** Returns the text that 重新编辑 restores; undefined once it has expired. */
export function savedText(viewerId: number, messageId: number, now = Date.now()): string | undefined {
  const stored = texts.get(`${viewerId} ${messageId}`);
  return stored && stored.until >= now ? stored.text : undefined;
}
