import type { SignInState } from '@mojian/contract/members/sign-ins';
import { dayNumber } from '@mojian/contract/platform/time';
import type { CallsOf } from '../../../api/calls.ts';
import { useLoaded } from '../../../ui/loading.ts';
import { useSending } from '../../../ui/use-sending.ts';
import './sign-in-week.css';

const days = ['一', '二', '三', '四', '五', '六', '日'];

/** Sign-ins of this week and the button for today's. */
export function SignInWeek({ userId, calls }: { userId: number; calls: CallsOf<'signIns'> }) {
  const { data: state, change } = useLoaded(`sign-ins of ${userId}`, calls.signIns.state);
  const { isBusy, send } = useSending();
  const isOpen = state !== undefined && !state.today && !isBusy;
  const sign = () => isOpen && send(async () => change(await calls.signIns.sign()));
  return (
    <section className="sign-in-week">
      <div className="section-head">
        <h2>签到</h2>
      </div>
      <ol aria-label="本周签到">
        {days.map((day, index) => (
          <Day
            key={day}
            day={day}
            isSigned={state?.week[index] ?? false}
            isToday={index === weekdayInChina(Date.now())}
          />
        ))}
      </ol>
      <button className="btn btn-wide" type="button" onClick={sign} aria-disabled={!isOpen}>
        {state ? words(state) : '签到'}
      </button>
    </section>
  );
}

function Day({ day, isSigned, isToday }: { day: string; isSigned: boolean; isToday: boolean }) {
  return (
    <li className={isSigned ? 'sign-in-week-signed' : undefined} aria-current={isToday ? 'date' : undefined}>
      {day}
      <span className="visually-hidden">{isSigned ? '，已签到' : '，未签到'}</span>
    </li>
  );
}

function words({ today, streak }: SignInState) {
  if (today) return `今日已签，连续 ${streak} 天`;
  return streak > 0 ? `签到，连续第 ${streak + 1} 天` : '签到';
}

/** 0 Monday to 6 Sunday, in China time (UTC+8). */
export function weekdayInChina(now: number) {
  // 1 January 1970 was a Thursday
  return (dayNumber(now) + 3) % 7;
}
