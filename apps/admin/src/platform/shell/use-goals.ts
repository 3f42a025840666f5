import { useEffect, useState } from 'react';
import { api } from '../http-api.ts';
import { findGoals, type Goal, goalsFor } from './jump.ts';
import { useOffice } from './use-office.ts';

const pause = 200;
const most = 5;

/** Where a text may lead: menus and settings at once; after a pause in typing, the articles and users it names as well. */
export function useGoals(text: string) {
  const { may, has } = useOffice();
  const asked = text.trim();
  const kinds = `${may('articles.manage') ? 'articles' : ''} ${may('users.read') ? 'users' : ''}`;
  const [found, setFound] = useState<{ asked: string; goals: Goal[] }>({ asked: '', goals: [] });
  useEffect(() => {
    if (asked === '') return setFound({ asked, goals: [] });
    let isOld = false;
    const look = async () => {
      // menus and settings are found all the same
      const goals = await findWritten(asked, kinds).catch(() => []);
      if (!isOld) setFound({ asked, goals });
    };
    const timer = setTimeout(look, pause);
    return () => {
      isOld = true;
      clearTimeout(timer);
    };
  }, [asked, kinds]);
  const isLooking = asked !== found.asked;
  return {
    goals: [...findGoals(goalsFor(may, has), text), ...(isLooking || asked === '' ? [] : found.goals)],
    isLooking,
  };
}

async function findWritten(text: string, kinds: string) {
  const answers = await Promise.all([
    kinds.includes('articles') ? findArticles(text) : [],
    kinds.includes('users') ? findUsers(text) : [],
  ]);
  return answers.flat();
}

async function findArticles(text: string): Promise<Goal[]> {
  const {
    data: { records },
  } = await api.articles.list({ query: { text: text.slice(0, 50), pageSize: most } });
  return records.map(({ id, title, author: { nickname } }) => ({
    title: title || '无标题',
    within: `文章 · ${nickname}`,
    path: `/articles?text=${encodeURIComponent(title)}`,
    key: `article-${id}`,
  }));
}

async function findUsers(text: string): Promise<Goal[]> {
  const { records } = await api.members.list({ query: { text: text.slice(0, 100), pageSize: most } });
  return records.map(({ id, nickname }) => ({ title: nickname, within: '用户', path: `/users/${id}` }));
}
