import { skies } from '@mojian/contract/platform/rules';
import { Icon } from '@mojian/ui/icon';
import { useEffect, useId, useRef, useState } from 'react';
import { useClosing } from '../use-closing.ts';
import { WeatherIcon } from '../weather.tsx';
import './weather-field.css';

type Props = {
  /** Weather like 「小雨 11°」, or ''. */
  weather: string;
  change: (weather: string) => void;
};

/** Button that opens the choice of a sky and its degrees. */
export function WeatherField({ weather, change }: Props) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const place = useRef<HTMLDivElement>(null);
  const close = () => {
    setOpen(false);
    place.current?.querySelector('button')?.focus();
  };
  useClosing(place, isOpen, () => setOpen(false));
  return (
    <div className="say-weather" ref={place}>
      <button
        type="button"
        className={weather ? 'say-form-pill say-form-on' : 'say-form-pill'}
        aria-label={weather ? `天气：${weather}` : '天气'}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <WeatherIcon weather={weather} />
        {weather || '天气'}
      </button>
      {isOpen && <WeatherChoice id={id} weather={weather} change={change} close={close} />}
    </div>
  );
}

type ChoiceProps = Props & { id: string; close: () => void };

function WeatherChoice({ id, weather, change, close }: ChoiceProps) {
  const [sky = '', degrees = ''] = weather.split(/[ °]/);
  const [typed, setTyped] = useState(degrees);
  const panel = useRef<HTMLFieldSetElement>(null);
  useEffect(() => panel.current?.querySelector<HTMLElement>('[aria-pressed=true], button')?.focus(), []);
  const choose = (chosen: string, number: string) =>
    change(chosen && /^-?\d{1,2}$/.test(number) ? `${chosen} ${Number(number)}°` : chosen);
  return (
    <fieldset className="say-weather-panel" id={id} ref={panel}>
      <legend className="visually-hidden">天气</legend>
      {skies.map((one) => (
        <button key={one} type="button" aria-pressed={one === sky} onClick={() => choose(one, typed)}>
          <WeatherIcon weather={one} />
          {one}
        </button>
      ))}
      <div className="say-weather-foot row">
        <label className="row gap-1">
          <input
            className="input"
            aria-label="气温"
            inputMode="numeric"
            placeholder="气温"
            maxLength={3}
            value={typed}
            disabled={sky === ''}
            onChange={({ target: { value } }) => {
              setTyped(value);
              choose(sky, value);
            }}
          />
          °
        </label>
        {weather !== '' && (
          <button
            type="button"
            className="btn quiet btn-sm"
            onClick={() => {
              change('');
              close();
            }}
          >
            不写天气
          </button>
        )}
        <button type="button" className="btn btn-sm push" onClick={close}>
          <Icon name="ok" />好
        </button>
      </div>
    </fieldset>
  );
}
