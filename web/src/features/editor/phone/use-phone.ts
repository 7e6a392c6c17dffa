import { useSyncExternalStore } from 'react'

/** The studio shows one column below this width. */
const PHONE = matchMedia('(max-width: 767px)')

function subscribe(listener: () => void): () => void {
  PHONE.addEventListener('change', listener)
  return () => PHONE.removeEventListener('change', listener)
}

export function usePhone(): boolean {
  return useSyncExternalStore(subscribe, () => PHONE.matches)
}
