import { Search } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { FindPhotos } from './find-photos.tsx'

/** Adds free photos to the library. */
export function FindPhotosButton() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button icon={<Search aria-hidden="true" />} onClick={() => setOpen(true)}>
        Find photos
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title="Find photos" size="large">
        <FindPhotos companyId={null} />
      </Dialog>
    </>
  )
}
