'use client'

import dynamic from 'next/dynamic'

// The personal centre is one page of many tabs: what only one of them needs comes with that one alone.
export const MessageList = dynamic(() => import('@/components/messages/message-list').then((file) => file.MessageList))
export const MistakeList = dynamic(() => import('@/components/mistakes/mistake-list').then((file) => file.MistakeList))
export const PostMapList = dynamic(() => import('@/components/post-maps/post-map-list').then((file) => file.PostMapList))
export const LearningPathList = dynamic(() => import('@/components/learning-paths/learning-path-list').then((file) => file.LearningPathList))
