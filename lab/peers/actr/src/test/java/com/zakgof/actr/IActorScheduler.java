package com.zakgof.actr;

import java.util.concurrent.Executor;

/** Stands for the real one in tests of the adapter: the names are actr's, what is behind them is not. */
public interface IActorScheduler {
  Executor executor();
}
