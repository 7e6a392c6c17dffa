import { Minus, Plus } from 'lucide-react'
import { Button } from '../../../components/button.tsx'
import { IconButton } from '../../../components/icon-button.tsx'
import styles from './crop-image.module.css'
import { CROP_SHAPES, ZOOM_STEP, type Cropping } from './use-crop.ts'

/** Shapes, zoom and the two ways out of a crop. */
export function CropBar({ cropping, isLow }: { cropping: Cropping; isLow: boolean }) {
  return (
    <div className={styles.bar} data-stage-ui data-low={isLow || undefined} role="toolbar" aria-label="Crop image">
      <div className={styles.shapes}>
        <Button size="small" variant="ghost" onClick={cropping.uncrop}>
          Original
        </Button>
        {CROP_SHAPES.map((shape) => (
          <Button
            key={shape.name}
            size="small"
            variant="ghost"
            aria-pressed={cropping.shape === shape}
            onClick={() => cropping.setShape(cropping.shape === shape ? null : shape)}
          >
            {shape.name}
          </Button>
        ))}
      </div>
      <div className={styles.shapes}>
        <IconButton size="small" label="Zoom out" icon={<Minus aria-hidden="true" />} onClick={() => cropping.zoom(1 / ZOOM_STEP)} />
        <IconButton size="small" label="Zoom in" icon={<Plus aria-hidden="true" />} onClick={() => cropping.zoom(ZOOM_STEP)} />
        <span className={styles.gap} />
        <Button size="small" variant="ghost" onClick={cropping.discard}>
          Cancel
        </Button>
        <Button size="small" variant="primary" onClick={cropping.keep}>
          Done
        </Button>
      </div>
    </div>
  )
}
