import 'react-easy-crop/react-easy-crop.css';
import { useState } from 'react';
import Cropper from 'react-easy-crop';
import type { Area } from './crop-picture.ts';

type Props = { url: string; aspect: number; round: boolean; onArea: (area: Area) => void };

/** The picture under its crop frame: drag, pinch, arrow keys to move; wheel or slider to zoom. */
export function CropStage({ url, aspect, round, onArea }: Props) {
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  return (
    <>
      <div className="crop-stage">
        <Cropper
          image={url}
          aspect={aspect}
          cropShape={round ? 'round' : 'rect'}
          showGrid={false}
          crop={crop}
          zoom={zoom}
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropComplete={(_, pixels) => onArea(pixels)}
          disableAutomaticStylesInjection
          cropperProps={{ role: 'group', 'aria-label': '取景框，用方向键移动图片' }}
        />
      </div>
      <label className="crop-zoom sub">
        <span>缩放</span>
        <input
          type="range"
          min={1}
          max={3}
          step={0.01}
          value={zoom}
          onChange={({ target }) => setZoom(Number(target.value))}
        />
      </label>
    </>
  );
}
