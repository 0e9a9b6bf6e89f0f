import { useEffect, useState } from 'react'

/** Whether this page may ask for a camera and the device has one; false until that is known. */
export function useHasCamera(): boolean {
  const [has, setHas] = useState(false)
  useEffect(() => {
    // Only a page that came safely has it.
    const media: MediaDevices | undefined = navigator.mediaDevices
    if (!media?.getUserMedia) return
    let isOver = false
    const look = () =>
      media.enumerateDevices().then(
        (devices) => isOver || setHas(devices.some(({ kind }) => kind === 'videoinput')),
        () => isOver || setHas(false),
      )
    look()
    media.addEventListener('devicechange', look)
    return () => {
      isOver = true
      media.removeEventListener('devicechange', look)
    }
  }, [])
  return has
}
