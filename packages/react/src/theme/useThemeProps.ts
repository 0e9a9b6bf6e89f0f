import { type CSSProperties, type RefObject, useLayoutEffect } from 'react'
import { useTheme } from '../hooks/useTheme.js'

/**
 * The attributes that give an element of ours its look. An element that a server draws passes itself: a policy without
 * 'unsafe-inline' drops the style attribute of the markup, so the variables are set again, by a way that it allows.
 */
export function useThemeProps(served?: RefObject<HTMLElement | null>): {
  'data-lk-theme': string
  style: CSSProperties | undefined
} {
  const { themeMode, themeVariables } = useTheme()
  useLayoutEffect(() => {
    for (const [name, value] of Object.entries(themeVariables)) served?.current?.style.setProperty(name, value)
  }, [served, themeVariables])
  const hasVariables = Object.keys(themeVariables).length > 0
  return { 'data-lk-theme': themeMode, style: hasVariables ? (themeVariables as CSSProperties) : undefined }
}
