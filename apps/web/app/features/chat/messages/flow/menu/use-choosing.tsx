import type { ChatMessage } from '@mojian/contract/chat/messages';
import { Failure } from '@mojian/contract/platform/failures';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { Ask } from '../../../../../ui/ask.tsx';
import { copyText } from '../../../../../ui/copy-text.ts';
import { toast } from '../../../../../ui/toast.ts';
import { ReportDialog } from '../../../../community/reports/report-dialog.tsx';
import type { Chat } from '../../chat.ts';
import type { ToWrite } from '../flow-parts.ts';
import { forgetText, keepText } from '../withdrawn-texts.ts';
import { plainText } from '../words-of.ts';
import type { Choice } from './choices.ts';
import type { Opened } from './use-menu.tsx';

type Given = { chat: Chat; toWrite: ToWrite };
type Asked = { about: 'hide' | 'block' | 'remove' | 'report'; message: ChatMessage };

/** Does what was chosen in the menu; `question` is what is asked before what cannot be taken back. */
export function useChoosing({ chat, toWrite }: Given) {
  const [asked, setAsked] = useState<Asked>();
  const navigate = useNavigate();
  const acts: Record<Choice, (opened: Opened) => unknown> = {
    copy: ({ message, from }) => copy(selectedIn(from) || plainText(message.pieces)),
    link: ({ link }) => copy(link ?? ''),
    quote: ({ message }) => toWrite.quote(message),
    call: ({ message }) => toWrite.call(message.sender),
    talk: ({ message }) => navigate(`/im?userId=${message.sender.id}`),
    release: ({ message }) => chat.release(message),
    withdraw: ({ message }) => withdraw(chat, message),
    remove: ({ message }) => setAsked({ about: 'remove', message }),
    report: ({ message }) => setAsked({ about: 'report', message }),
    block: ({ message }) => setAsked({ about: 'block', message }),
    unblock: ({ message }) => chat.unblock(message.sender.id),
    hide: ({ message }) => setAsked({ about: 'hide', message }),
  };
  const close = () => setAsked(undefined);
  const question = asked && <Question asked={asked} chat={chat} close={close} />;
  return { run: (choice: Choice, opened: Opened) => void acts[choice](opened), question };
}

function Question({ asked: { about, message }, chat, close }: { asked: Asked; chat: Chat; close: () => void }) {
  if (about === 'report')
    return <ReportDialog title="举报这条消息" report={(reason) => report(chat, message, reason)} close={close} />;
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
    block: {
      question: `拉黑${name}？`,
      words:
        '不再收到对方的私聊，也看不到对方在聊天室里的话。不会通知对方，但对方再给你发私聊时会看到“对方暂时不接收你的消息”。以后可以解除。',
      yes: '拉黑',
      act: () => chat.block(message.sender.id),
    },
  };
}

/** What failed was said in a toast already; here it only keeps the dialog open. */
async function report(chat: Chat, message: ChatMessage, reason: string) {
  if (!(await chat.report(message, reason))) throw new Failure('unexpected', '提交失败，请重试');
}

async function withdraw(chat: Chat, message: ChatMessage) {
  keepText(message.sender.id, message.id, plainText(message.pieces)); // before: the tombstone may come first
  if (!(await chat.withdraw(message))) forgetText(message.sender.id, message.id);
}

async function copy(text: string) {
  const isCopied = await copyText(text);
  toast(isCopied ? 'success' : 'error', isCopied ? '已复制' : '复制失败，请手动选中');
}

/** What is selected within a row; '' where the selection is elsewhere. */
function selectedIn(from: HTMLElement) {
  const [selection, row] = [getSelection(), from.closest('.chat-row')];
  const isWithin =
    row && selection?.anchorNode && row.contains(selection.anchorNode) && row.contains(selection.focusNode);
  return isWithin ? selection.toString().trim() : '';
}
