"""Which definitions reach each other."""

from __future__ import annotations

from typing import List, Sequence, Set


def components(edges: Sequence[Set[int]]) -> List[List[int]]:
    """The strongly connected components of a graph, each after all that it reaches (Tarjan's algorithm, without
    recursion, for a schema may be long)."""
    order = [0] * len(edges)  # when a node was met, from 1
    low = [0] * len(edges)
    on_stack = [False] * len(edges)
    stack: List[int] = []
    found: List[List[int]] = []
    met = 0
    for root in range(len(edges)):
        work = [] if order[root] else [(root, iter(()))]
        while work:
            node, targets = work[-1]
            if not order[node]:
                met += 1
                order[node] = low[node] = met
                stack.append(node)
                on_stack[node] = True
                targets = iter(edges[node])
                work[-1] = (node, targets)
            target = next((each for each in targets if not order[each] or on_stack[each]), None)
            if target is None:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == order[node]:
                    component = stack[stack.index(node) :] if stack[-1] != node else [node]
                    del stack[-len(component) :]
                    for each in component:
                        on_stack[each] = False
                    found.append(component)
            elif order[target]:
                low[node] = min(low[node], order[target])
            else:
                work.append((target, iter(())))
    return found
