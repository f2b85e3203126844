'use client'

import { useTranslations } from 'next-intl'
import { useLayoutEffect, useRef, useState } from 'react'
import { PlatformText } from '@/components/content/platform-text'
import { StateIcon } from '@/components/ui/state-mark'
import { pathLayout, type PathNode } from '@/lib/domain/learning-paths'
import styles from './learning-paths.module.css'

const BEFORE_MEASURED = 640

/** The nodes of a path in their order, joined by lines that run to and fro as the width allows. */
export function PathDrawing({ nodes, chosen, onChoose }: { nodes: PathNode[]; chosen: string; onChoose: (id: string) => void }) {
  const t = useTranslations('learningPaths')
  const states = useTranslations('ui.state')
  const box = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(BEFORE_MEASURED)
  useLayoutEffect(() => {
    const watched = box.current
    if (!watched || typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(() => setWidth(watched.clientWidth || BEFORE_MEASURED))
    observer.observe(watched)
    return () => observer.disconnect()
  }, [])
  const { rows, columns, places, lines } = pathLayout(nodes.length, width)
  const isDone = (index: number) => nodes[index]?.standing === 'passed'
  return (
    <div ref={box} className={styles.drawing}>
      <svg className={styles.ways} viewBox={`0 0 ${columns * 100} ${rows * 100}`} preserveAspectRatio="none" aria-hidden="true">
        {lines.map((line, index) => <path key={line} d={line} className={isDone(index) ? styles.walked : styles.ahead} vectorEffect="non-scaling-stroke" />)}
      </svg>
      <ol className={styles.nodes} style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }} aria-label={t('nodes')}>
        {nodes.map((node, index) => {
          const { standing, passedCount, courseCount } = node
          return (
            <li key={node.id} style={{ gridRow: places[index]?.row, gridColumn: places[index]?.column }}>
              <button type="button" className={styles.node} data-standing={standing ?? undefined} aria-pressed={node.id === chosen} onClick={() => onChoose(node.id)}>
                <span className={styles.mark}>{standing ? <><StateIcon state={standing} /><span className="sr">{states(standing)}</span></> : <b className="num">{index + 1}</b>}</span>
                <span className="sr">{t('place', { place: index + 1 })}</span>
                <span className={`${styles.nodeName} clip2`}><PlatformText>{node.name}</PlatformText></span>
                {passedCount !== null && courseCount !== null && <span className={`num ${styles.nodeCount}`}>{t('passed', { passed: passedCount, total: courseCount })}</span>}
              </button>
            </li>
          )
        })}
      </ol>
    </div>
  )
}
