"""Games of hidden information: counterfactual regret minimization."""
