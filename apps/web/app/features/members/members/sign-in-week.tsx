import type { SignInState } from '@mojian/contract/members/sign-ins';
import type { CallsOf } from '../../../calls.ts';
import { useLoaded } from '../../../ui/use-loaded.ts';
import { useSending } from '../../../ui/use-sending.ts';
import { weekdayInChina } from './weekday.ts';

const days = ['一', '二', '三', '四', '五', '六', '日'];

/** This week's seals, and the button that puts down today's. */
export function SignInWeek({ userId, calls }: { userId: number; calls: CallsOf<'signIns'> }) {
  const { data: state, change } = useLoaded(`sign-ins of ${userId}`, calls.signIns.state);
  const { isBusy, send } = useSending();
  const isOpen = state !== undefined && !state.today && !isBusy;
  const sign = () => isOpen && send(async () => change(await calls.signIns.sign()));
  return (
    <div className="streak">
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
      <button className="btn sm" type="button" onClick={sign} aria-disabled={!isOpen}>
        {state ? words(state) : '签到'}
      </button>
    </div>
  );
}

function Day({ day, isSigned, isToday }: { day: string; isSigned: boolean; isToday: boolean }) {
  return (
    <li className={isSigned ? 'y' : undefined} aria-current={isToday ? 'date' : undefined}>
      {day}
      <span className="vh">{isSigned ? '，已签到' : '，未签到'}</span>
    </li>
  );
}

function words({ today, streak }: SignInState) {
  if (today) return `今日已签，连续 ${streak} 天`;
  return streak > 0 ? `签到，连续第 ${streak + 1} 天` : '签到';
}
