import type { FileVariant } from '@ninesixteen/shared/api/media'
import { useQuery } from '@tanstack/react-query'
import { ImageOff } from 'lucide-react'
import { useState } from 'react'
import { fileUrl } from '../api/file-urls.ts'
import { classNames } from './class-names.ts'
import styles from './stored-photo.module.css'

export interface StoredPhotoProps {
  /** Storage path, such as `{userId}/{timestamp}_{random}.jpg`. */
  path: string
  variant: FileVariant
  /** Empty for decoration. */
  alt: string
  fit?: 'cover' | 'contain'
  className?: string
}

/** One of the user's stored images, by signed URL: a skeleton while it loads, an icon if it fails. */
export function StoredPhoto({ path, variant, alt, fit = 'cover', className }: StoredPhotoProps) {
  const [broken, setBroken] = useState(false)
  const { data: url, isError } = useQuery({
    queryKey: ['file-url', variant, path],
    queryFn: () => fileUrl(path, variant),
    staleTime: 3_000_000,
  })
  if (broken || isError || url === null) {
    return (
      <span className={classNames(styles.frame, styles.missing, className)} role="img" aria-label={alt || 'Image not available'}>
        <ImageOff aria-hidden="true" />
      </span>
    )
  }
  return (
    <span className={classNames(styles.frame, className)} data-fit={fit}>
      {url && <img src={url} alt={alt} loading="lazy" decoding="async" draggable={false} onError={() => setBroken(true)} />}
    </span>
  )
}
