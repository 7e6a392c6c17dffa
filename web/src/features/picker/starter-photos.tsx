import { STARTER_PHOTOS } from '@ninesixteen/shared/slide/starter-photos'
import { useSaveSettings } from '../../app/use-save-settings.ts'
import { useSignedIn } from '../../app/session.ts'
import { Button } from '../../components/button.tsx'
import { PhotoGrid, type PickablePhoto } from './photo-grid.tsx'
import styles from './picker.module.css'

/** The starter photos with all words of a search in their titles. None while the user hides them, and with null in place of a search. */
export function useFoundStarters(search: string | null): readonly PickablePhoto[] {
  const { starterPhotos } = useSignedIn().settings
  if (!starterPhotos || search === null) return []
  const words = search.toLowerCase().split(/\s+/)
  const found = STARTER_PHOTOS.filter(({ title }) => words.every((word) => title.toLowerCase().includes(word)))
  return found.map(({ path, title }) => ({ id: path, filename: title, filePath: path }))
}

interface StarterPhotosProps {
  photos: readonly PickablePhoto[]
  searched: boolean
  onPick(filePath: string, filename: string): void
}

/** Photos that come with the product, below the user's own. */
export function StarterPhotos({ photos, searched, onPick }: StarterPhotosProps) {
  const { settings, save } = useSaveSettings()
  const { starterPhotos } = settings
  if (searched && photos.length === 0) return null
  return (
    <section className={styles.starter} aria-labelledby="picker-starter-photos">
      <header className={styles.starterHead}>
        <h3 id="picker-starter-photos" className={styles.heading}>
          Starter photos
        </h3>
        <Button
          size="small"
          variant="ghost"
          aria-label={starterPhotos ? 'Hide starter photos' : 'Show starter photos'}
          onClick={() => save({ starterPhotos: !starterPhotos })}
        >
          {starterPhotos ? 'Hide' : 'Show'}
        </Button>
      </header>
      {starterPhotos && <PhotoGrid label="Starter photos" photos={photos} onPick={onPick} onEnd={null} />}
    </section>
  )
}
