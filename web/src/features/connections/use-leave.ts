import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../app/paths.ts'

/** Goes to the start after a while, once it is time. */
export function useLeave(isTime: boolean, afterMs: number): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (!isTime) return
    const timer = setTimeout(() => void navigate(paths.home, { replace: true }), afterMs)
    return () => clearTimeout(timer)
  }, [isTime, afterMs, navigate])
}
