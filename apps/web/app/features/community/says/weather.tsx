import type { skies } from '@mojian/contract/platform/rules';
import { Icon } from '@mojian/ui/icon';

type Sky = (typeof skies)[number];

const icons: Record<Sky, string> = {
  晴: 'sunny',
  多云: 'cloudy',
  阴: 'cloudy',
  小雨: 'rainy',
  大雨: 'rainy',
  雷雨: 'stormy',
  小雪: 'snowy',
  大雪: 'snowy',
  雾: 'foggy',
  大风: 'windy',
};

/** Icon for a sky, or for weather such as 「小雨 11°」. */
export function WeatherIcon({ weather }: { weather: string }) {
  return <Icon name={icons[weather.split(' ')[0] as Sky] ?? 'cloudy'} />;
}

export function SayWeather({ weather }: { weather: string }) {
  if (!weather) return null;
  return (
    <span className="row-inline gap-1">
      <WeatherIcon weather={weather} />
      <span className="visually-hidden">天气</span>
      {weather}
    </span>
  );
}
