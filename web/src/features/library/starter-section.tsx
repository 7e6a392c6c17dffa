import { STARTER_PHOTOS } from '@ninesixteen/shared/slide/starter-photos'
import { useSaveSettings } from '../../app/use-save-settings.ts'
import { Button } from '../../components/button.tsx'
import { StoredPicture } from '../../components/stored-photo.tsx'
import styles from './my-photos.module.css'
import { photoCount } from './sections.ts'

/** The photos that come with the product, and the switch that hides them everywhere. */
export function StarterSection() {
  const { settings, save } = useSaveSettings()
  const { starterPhotos } = settings
  return (
    <section className={styles.starter} aria-labelledby="starter-photos">
      <header className={styles.starterHead}>
        <h2 id="starter-photos" className={styles.starterName}>
          Starter photos
        </h2>
        {starterPhotos && <span className={styles.starterCount}>{photoCount(STARTER_PHOTOS.length)}</span>}
        <Button
          size="small"
          variant="ghost"
          aria-label={starterPhotos ? 'Hide starter photos' : 'Show starter photos'}
          onClick={() => save({ starterPhotos: !starterPhotos })}
        >
          {starterPhotos ? 'Hide' : 'Show'}
        </Button>
      </header>
      <p className={styles.hint}>
        {starterPhotos
          ? 'Free to use. New slideshows use them until you upload photos.'
          : 'Left out here, in the photo picker and in new slideshows.'}
      </p>
      {starterPhotos && (
        <ul className={styles.starterPhotos} aria-labelledby="starter-photos">
          {STARTER_PHOTOS.map(({ path, title }) => (
            <li key={path} title={title}>
              <StoredPicture path={path} variant="thumbnail" alt={title} className={styles.starterPhoto} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
