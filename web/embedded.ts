/** What a page in a frame has besides: the style of the stage alone, and an ear for the page around it. */

import './ui/embed.css';
import { createEmbedApi, type EmbedContext } from './app/embed-api/embed-api';
import { allowedOrigins } from './app/embed-api/origins';

export const embed = (context: Omit<EmbedContext, 'parent' | 'origins'>): ((event: MessageEvent) => void) =>
  createEmbedApi({
    ...context,
    parent: window.parent,
    origins: window.parent === window ? [] : allowedOrigins(location.search, location.origin),
  });
