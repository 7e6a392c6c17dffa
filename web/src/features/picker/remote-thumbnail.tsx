import { ImageOff } from 'lucide-react'
import { useState } from 'react'
import styles from './picker.module.css'

/** The thumbnail of a photo that is not in the library, or a broken-image icon. */
export function RemoteThumbnail({ url }: { url: string }) {
  const [broken, setBroken] = useState(false)
  if (broken) {
    return (
      <span className={styles.missing}>
        <ImageOff aria-hidden="true" />
      </span>
    )
  }
  return <img src={url} alt="" loading="lazy" decoding="async" className={styles.remote} onError={() => setBroken(true)} />
}
